/** Variants of a candidate: the same voice spoken with different sampling, under an id of its own. */
import type { ChosenSampling } from '../storage/candidates.ts';
import type { VoiceRecord } from '../storage/voices.ts';

/** Each enhancer's best candidate has a variant that is spoken with this many of the speaker's own frames. */
export const VARIANT_TOP_K = 10;
const SUFFIX = `_top_k_${VARIANT_TOP_K}`;
const DEFAULT_SAMPLING: ChosenSampling = { top_k: null, temperature: null };

/** A way to speak a candidate, as listed in its report. */
export interface Variant extends ChosenSampling {
  readonly id: string;
  /** Why a requested preview is missing. */
  readonly preview_failed?: string;
}

/**
 * Returns the variants of a voice that differ from it, as voices of their own. The choice is stored only with the voice
 * itself.
 */
export function variantsOf(voice: VoiceRecord): VoiceRecord[] {
  return listed(voice.assistedReport)
    .filter(({ id }) => id === variantId(voice.id))
    .map(({ id = '' }) => ({ ...voice, id, name: voice.name + SUFFIX, selected: false }));
}

/** Returns the stored report without a variant; undefined when the variant is not offered. */
export function withoutVariant(
  { assistedReport }: VoiceRecord,
  id: string,
): Readonly<Record<string, unknown>> | undefined {
  const variants = listed(assistedReport);
  const rest = variants.filter((one) => one.id !== id);
  return rest.length < variants.length ? { ...assistedReport, variants: rest } : undefined;
}

function listed(report: VoiceRecord['assistedReport']): readonly Partial<Variant>[] {
  const variants: unknown = report?.variants;
  return Array.isArray(variants) ? (variants as Partial<Variant>[]) : [];
}

export const variantId = (voiceId: string): string => voiceId + SUFFIX;

/** Returns the id of the voice for an id, which may be a variant's. */
export function voiceIdOf(id: string): string {
  return id.endsWith(SUFFIX) ? id.slice(0, -SUFFIX.length) : id;
}

/**
 * Returns the sampling of a voice under an id: its own, or that of a variant. Undefined when no such variant was
 * offered.
 */
export function samplingOf(
  { id: voiceId, assistedReport }: VoiceRecord,
  id: string,
): ChosenSampling | undefined {
  if (id === voiceId) return DEFAULT_SAMPLING;
  const variant = listed(assistedReport).find((one) => one.id === id);
  return variant && { top_k: variant.top_k ?? null, temperature: variant.temperature ?? null };
}
