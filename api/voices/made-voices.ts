/** Responses and stored data of the voices made by assisted cloning. */
import { randomUUID } from 'node:crypto';
import type { MadeVoice, ReferenceReport } from '../../cloning/index.ts';
import type { NewCandidate } from '../storage/candidates.ts';
import type { VoiceRecord } from '../storage/voices.ts';
import type { Preview } from './previews.ts';
import { VARIANT_TOP_K, type Variant, variantId } from './variants.ts';

/** A voice in the response to an enrolment. */
export interface MadeAnswer {
  readonly voice_id: string;
  readonly reference: ReferenceReport;
  readonly preview?: string;
}

export interface CandidateEntry {
  readonly rank: number;
  readonly candidate: string;
  readonly reference: ReferenceReport;
  readonly preview?: string;
}

export interface CandidateAnswer {
  readonly set_id: string;
  readonly candidates: readonly CandidateEntry[];
}

/** A candidate before it is stored: its place in the set, and its preview. */
export interface Offered {
  readonly made: MadeVoice;
  readonly name: string;
  readonly rank: number;
  readonly preview: Preview | null;
  /** Preview of the variant, if there is one. */
  readonly variantPreview: Preview | null | undefined;
}

/** Returns the report of a reference, including why its preview could not be made. */
export function referenceOf({ report }: MadeVoice, preview: Preview | null): ReferenceReport {
  return { ...report, ...failureOf(preview) };
}

/** Returns candidates in their stored form, each with its set's offer. */
export function storable(setId: string, offered: readonly Offered[]): NewCandidate[] {
  return offered.map(({ made, name, rank, preview, variantPreview }) => ({
    id: randomUUID(),
    name,
    reference: made.reference,
    report: (id) => ({
      reference: referenceOf(made, preview),
      offer: { set_id: setId, name, candidates: offered.length },
      rank,
      variants: variantsOf(id, preview, variantPreview),
      chosen: null,
    }),
  }));
}

function variantsOf(id: string, preview: Preview | null, other: Preview | null | undefined): Variant[] {
  const plain = { id, top_k: null, temperature: null, ...failureOf(preview) };
  if (other === undefined) return [plain];
  return [plain, { id: variantId(id), top_k: VARIANT_TOP_K, temperature: null, ...failureOf(other) }];
}

/** Lists the voices best first. A variant follows its voice. */
export function entriesOf(records: readonly VoiceRecord[], offered: readonly Offered[]): CandidateEntry[] {
  return offered.flatMap(({ made, rank, preview, variantPreview }, i): CandidateEntry[] => {
    const { id } = records[i]!;
    const entry = { rank, candidate: id, reference: referenceOf(made, preview), ...wavOf(preview) };
    if (variantPreview === undefined) return [entry];
    const reference = referenceOf(made, variantPreview);
    return [entry, { rank, candidate: variantId(id), reference, ...wavOf(variantPreview) }];
  });
}

/** Returns the preview, if there is one, as a response field. */
export const wavOf = (preview: Preview | null): { preview?: string } =>
  preview && 'wav' in preview ? { preview: preview.wav } : {};

const failureOf = (preview: Preview | null): { preview_failed?: string } =>
  preview && 'reason' in preview ? { preview_failed: preview.reason } : {};

/** Adds the tag by which the owner finds a set among other voices. */
export const tagsOf = (setId: string, tags: readonly string[]): string[] => [
  ...new Set([...tags, `candidates:${setId}`]),
];
