/**
 * The published configuration of a Pocket TTS model, with the names of its YAML file (package `pocket-tts`,
 * `pocket_tts/config/`): the fields that are needed to build its graphs and to run them.
 */

/** How a head turns noise into a latent: see `flow-head.ts`. */
export type FlowType = 'lsd' | 'flow_matching' | 'drifting' | 'pointwise';

/** Convolutions of the codec (SEANet). */
export interface SeanetConfig {
  readonly dimension: number;
  readonly n_filters: number;
  readonly n_residual_layers: number;
  readonly ratios: readonly number[];
  readonly kernel_size: number;
  readonly residual_kernel_size: number;
  readonly last_kernel_size: number;
  readonly dilation_base: number;
  readonly compress: number;
}

/** A transformer of the codec. */
export interface CodecTransformerConfig {
  readonly d_model: number;
  readonly num_heads: number;
  readonly num_layers: number;
  /** Steps that a step attends to, itself included. */
  readonly context: number;
  /** Default: 10000. */
  readonly max_period?: number;
}

export interface PocketConfig {
  /** Logit above which speech ends. Default: -4. */
  readonly default_eos_threshold?: number;
  /** Default: 0.3. */
  readonly default_temperature?: number;
  readonly flow_lm: {
    readonly insert_bos_before_voice?: boolean;
    readonly flow: { readonly dim: number; readonly depth: number; readonly type?: FlowType };
    readonly transformer: {
      readonly d_model: number;
      readonly num_heads: number;
      readonly num_layers: number;
      readonly max_period: number;
      /** Default: d_model. */
      readonly attn_dim?: number | null;
      /** Default: num_heads. */
      readonly num_kv_heads?: number | null;
    };
  };
  readonly mimi: {
    readonly sample_rate: number;
    readonly frame_rate: number;
    readonly seanet: SeanetConfig;
    readonly transformer: CodecTransformerConfig;
    readonly quantizer: { readonly dimension: number };
    /** Configuration of the decoder, where it differs from the encoder. */
    readonly decoder_seanet?: SeanetConfig | null;
    readonly decoder_transformer?: CodecTransformerConfig | null;
  };
}

const DEFAULT_MAX_PERIOD = 10_000;

/** A transformer with rotary positions, of the backbone or of the codec. */
export interface TransformerShape {
  readonly layers: number;
  readonly heads: number;
  /** Heads of keys and values, each shared by as many heads of queries. */
  readonly keyHeads: number;
  readonly headSize: number;
  readonly maxPeriod: number;
  /** Positions that a position attends to, itself included; null for all before it. */
  readonly context: number | null;
}

export function backboneShape({ flow_lm: { transformer } }: PocketConfig): TransformerShape {
  const { d_model, attn_dim, num_heads, num_kv_heads, num_layers, max_period } = transformer;
  return {
    layers: num_layers,
    heads: num_heads,
    keyHeads: num_kv_heads ?? num_heads,
    headSize: (attn_dim ?? d_model) / num_heads,
    maxPeriod: max_period,
    context: null,
  };
}

export function codecShape(transformer: CodecTransformerConfig): TransformerShape {
  const { d_model, num_heads, num_layers, context, max_period } = transformer;
  return {
    layers: num_layers,
    heads: num_heads,
    keyHeads: num_heads,
    headSize: d_model / num_heads,
    maxPeriod: max_period ?? DEFAULT_MAX_PERIOD,
    context,
  };
}

/** The transformer and the convolutions of the codec's decoder. */
export function decoderConfig({ mimi }: PocketConfig): {
  readonly transformer: CodecTransformerConfig;
  readonly seanet: SeanetConfig;
} {
  return {
    transformer: mimi.decoder_transformer ?? mimi.transformer,
    seanet: mimi.decoder_seanet ?? mimi.seanet,
  };
}

/** Samples of a frame: one latent of the codec. */
export const frameSamples = ({ mimi }: PocketConfig): number => mimi.sample_rate / mimi.frame_rate;

/** Steps of the codec's transformers in a frame. */
export const frameSteps = (config: PocketConfig): number =>
  frameSamples(config) / config.mimi.seanet.ratios.reduce((product, ratio) => product * ratio, 1);
