/** Messages of both transports, as a client gets them. */

export interface Alignment {
  readonly units: string[];
  readonly unitStartTimesMs: number[];
  readonly unitDurationsMs: number[];
  readonly charStartOffsets: number[];
  readonly charEndOffsets: number[];
  readonly marks?: readonly { readonly name: string; readonly timeMs: number; readonly charOffset: number }[];
}

export interface SpeechData {
  /** base64 */
  readonly audio: string;
  readonly text: string;
  readonly sampling_rate: number;
  readonly alignment?: Alignment | null;
  readonly alignment_unavailable?: string;
  readonly context_id?: string | null;
  readonly stop?: boolean;
}

export interface SpeechMessage {
  readonly status_code: number;
  readonly data: SpeechData;
  readonly type?: string;
  readonly errors?: string[];
}

/** One aligned word, combined from the five arrays. */
export interface AlignedWord {
  readonly unit: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly charStart: number;
  readonly charEnd: number;
}

/**
 * Returns all words of a stream in the order of arrival.
 * @throws Error when the arrays differ in length
 */
export function wordsOf(messages: readonly SpeechMessage[]): AlignedWord[] {
  return messages.flatMap(({ data: { alignment } }) => {
    if (!alignment) return [];
    const { units, unitStartTimesMs, unitDurationsMs, charStartOffsets, charEndOffsets } = alignment;
    const lengths = [unitStartTimesMs, unitDurationsMs, charStartOffsets, charEndOffsets].map(
      (a) => a.length,
    );
    if (lengths.some((length) => length !== units.length)) throw new Error(`uneven alignment: ${lengths}`);
    return units.map((unit, i) => ({
      unit,
      startMs: unitStartTimesMs[i]!,
      endMs: unitStartTimesMs[i]! + unitDurationsMs[i]!,
      charStart: charStartOffsets[i]!,
      charEnd: charEndOffsets[i]!,
    }));
  });
}

export const textOf = (messages: readonly SpeechMessage[]): string =>
  messages.map(({ data }) => data.text).join('');
