/** The published models of Pocket TTS: configurations, and rules for their texts (package pocket-tts 4.0.1). */
import type { CodecTransformerConfig, FlowType, PocketConfig, SeanetConfig } from './config.ts';
import type { TextRules } from './text.ts';

interface PublishedModel {
  readonly config: PocketConfig;
  readonly rules: TextRules;
}

interface Backbone {
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  /**
   * Width of the queries of all heads together, and number of heads of keys; null where every head of queries has keys
   * of its own, and the width is the model's.
   */
  readonly attention: { readonly width: number; readonly keyHeads: number } | null;
  readonly flow: { readonly dim: number; readonly depth: number; readonly type?: FlowType };
}

const RATIOS = [6, 5, 4];
const MAX_PERIOD = 10_000;
/** The end of speech is more certain in the small models. */
const SMALL_END_THRESHOLD = -1;

const ENCODER: SeanetConfig = seanet(512, 64, 7);
const ENCODER_TRANSFORMER: CodecTransformerConfig = {
  d_model: 512,
  num_heads: 8,
  num_layers: 2,
  context: 250,
};

const LARGE: Backbone = {
  width: 1024,
  layers: 6,
  heads: 16,
  attention: null,
  flow: { dim: 512, depth: 6 },
};
const WITH_24_LAYERS: Backbone = { ...LARGE, layers: 24 };
const DRIFTING = { dim: 192, depth: 4, type: 'drifting' } as const;

function seanet(dimension: number, filters: number, kernel: number): SeanetConfig {
  return {
    dimension,
    n_filters: filters,
    n_residual_layers: 1,
    ratios: RATIOS,
    kernel_size: kernel,
    residual_kernel_size: 3,
    last_kernel_size: 3,
    dilation_base: 2,
    compress: 2,
  };
}

function config(
  { width, layers, heads, attention, flow }: Backbone,
  decoder: Partial<PocketConfig['mimi']> = {},
): PocketConfig {
  return {
    ...(decoder.decoder_seanet && { default_eos_threshold: SMALL_END_THRESHOLD }),
    flow_lm: {
      insert_bos_before_voice: true,
      flow,
      transformer: {
        d_model: width,
        num_heads: heads,
        num_layers: layers,
        max_period: MAX_PERIOD,
        ...(attention && { attn_dim: attention.width, num_kv_heads: attention.keyHeads }),
      },
    },
    mimi: {
      sample_rate: 24_000,
      frame_rate: 12.5,
      seanet: ENCODER,
      transformer: ENCODER_TRANSFORMER,
      quantizer: { dimension: 32 },
      ...decoder,
    },
  };
}

/** The decoder of the small models, which differs from that of the large ones. */
const smallDecoder = (filters: number, layers: number): Partial<PocketConfig['mimi']> => ({
  decoder_seanet: seanet(128, filters, 3),
  decoder_transformer: { d_model: 128, num_heads: 4, num_layers: layers, context: 50 },
});

const APOSTROPHES = { '\u2019': "'", '\u2018': "'" };
const EN_DASH = { '\u2013': ',' };
const EM_DASH = { '\u2014': ',' };
/** Quotation marks and brackets are removed. */
const QUOTES = {
  ...Object.fromEntries(Array.from('"\u201c\u201d\u201e\u00ab\u00bb()[]', (mark) => [mark, ''])),
  ...APOSTROPHES,
  ...EN_DASH,
};

const rules = (replacements: Record<string, string>, removesSemicolons = false): TextRules => ({
  replacements,
  removesSemicolons,
});

const ENGLISH = rules(APOSTROPHES);
const SMALL_ENGLISH = rules({ ...APOSTROPHES, ...EN_DASH, ...EM_DASH });
const RULES = {
  french: rules({ ...QUOTES, ':': ',' }, true),
  german: rules({ ...QUOTES, ...EM_DASH }, true),
  italian: rules(QUOTES),
  portuguese: rules(QUOTES),
  spanish: rules({ ...QUOTES, '\u00a1': '', '\u00bf': '' }),
  dutch: rules(QUOTES),
};

const LANGUAGES = Object.entries(RULES).flatMap(([language, rules]): [string, PublishedModel][] => [
  [language, { config: config(LARGE), rules }],
  [`${language}-24l`, { config: config(WITH_24_LAYERS), rules }],
]);

/** By language, and by size where there are several. */
const PUBLISHED_MODELS: ReadonlyMap<string, PublishedModel> = new Map([
  ['english', { config: config(LARGE), rules: ENGLISH }],
  ['english-24l', { config: config(WITH_24_LAYERS), rules: ENGLISH }],
  [
    'english-18m',
    {
      config: config(
        { width: 512, layers: 8, heads: 8, attention: null, flow: DRIFTING },
        smallDecoder(32, 12),
      ),
      rules: SMALL_ENGLISH,
    },
  ],
  [
    'english-7m',
    {
      config: config(
        { width: 224, layers: 8, heads: 8, attention: { width: 512, keyHeads: 2 }, flow: DRIFTING },
        smallDecoder(32, 12),
      ),
      rules: SMALL_ENGLISH,
    },
  ],
  [
    'english-2m',
    {
      config: config(
        {
          width: 112,
          layers: 8,
          heads: 3,
          attention: { width: 192, keyHeads: 1 },
          flow: { dim: 64, depth: 4, type: 'pointwise' },
        },
        smallDecoder(24, 4),
      ),
      rules: SMALL_ENGLISH,
    },
  ],
  ...LANGUAGES,
]);

/**
 * The published model that a file of weights belongs to, by the name of the file: "pocket-tts-english-7m.safetensors",
 * or "pocket-tts-english-7m-without-cloning.safetensors".
 * @throws Error for any other file
 */
export function publishedModel(weightsPath: string): PublishedModel {
  const name = /([^/\\]+)\.safetensors$/.exec(weightsPath)?.[1] ?? '';
  const model = PUBLISHED_MODELS.get(name.replace(/^pocket-tts-/, '').replace(/-without-cloning$/, ''));
  if (!model) throw new Error(`${weightsPath} is not a published model of Pocket TTS`);
  return model;
}
