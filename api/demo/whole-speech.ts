import type { CheckedText, Engine, SpeakSettings, WordTimings } from '../../engine/index.ts';
import { wavFile } from '../../media/wav.ts';
import { invalid, refusal } from '../errors/api-error.ts';

export interface WholeSpeech {
  /** A WAV file with 16-bit samples. */
  readonly wav: Uint8Array;
  readonly durationMs: number;
  readonly billedCharacters: number;
  /** Null when it was not requested, or when the voice has no timings. */
  readonly alignment: WordTimings | null;
  /** Why a requested alignment is missing. */
  readonly alignmentUnavailable: string | null;
}

export interface WholeSpeechOptions {
  /** The owner of the speech, for the engine's scheduling. */
  readonly owner: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Limit of the audio. A short text of digits and pauses can become long speech. */
  readonly maxDurationMs: number;
}

/**
 * Speaks a whole text for a client that waits for all of it.
 * @param settings with `pcm_linear`
 * @throws ApiError 422 when there is nothing to speak or too much, 499, 503 when it takes too long; EngineError
 */
export async function speakWhole(
  engine: Pick<Engine, 'open'>,
  settings: SpeakSettings,
  text: string | CheckedText,
  { owner, signal, timeoutMs, maxDurationMs }: WholeSpeechOptions,
): Promise<WholeSpeech> {
  const slow = AbortSignal.timeout(timeoutMs);
  const stream = engine.open(settings, { owner, signal: AbortSignal.any([signal, slow]) });
  const parts: Uint8Array[] = [];
  const words: WordTimings[] = [];
  let samples = 0;
  let billedCharacters = 0;
  try {
    stream.push(text, null);
    stream.end();
    for await (const chunk of stream) {
      samples += chunk.samples;
      if ((samples * 1000) / settings.samplingRate > maxDurationMs) {
        throw invalid(['body', 'text'], 'text_too_long', { seconds: maxDurationMs / 1000 });
      }
      billedCharacters += chunk.billedCharacters;
      // The chunk's memory is valid only until the next one.
      parts.push(chunk.audio.slice());
      if (chunk.alignment) words.push(chunk.alignment);
    }
  } finally {
    stream.close();
  }
  // An aborted stream ends like a complete one.
  if (signal.aborted) throw refusal('client_gone');
  if (slow.aborted) throw refusal('demo_too_busy');
  if (samples === 0) throw invalid(['body', 'text'], 'nothing_to_speak');
  const hasAlignment = settings.timestamps && stream.alignmentUnavailable === null;
  return {
    wav: wavFile({ sampleRate: settings.samplingRate, encoding: 'pcm16' }, Buffer.concat(parts)),
    durationMs: (samples * 1000) / settings.samplingRate,
    billedCharacters,
    alignment: hasAlignment ? joined(words) : null,
    alignmentUnavailable: settings.timestamps ? stream.alignmentUnavailable : null,
  };
}

function joined(parts: readonly WordTimings[]): WordTimings {
  const marked = parts.flatMap(({ marks = [] }) => marks);
  return {
    units: parts.flatMap(({ units }) => units),
    unitStartTimesMs: parts.flatMap(({ unitStartTimesMs }) => unitStartTimesMs),
    unitDurationsMs: parts.flatMap(({ unitDurationsMs }) => unitDurationsMs),
    charStartOffsets: parts.flatMap(({ charStartOffsets }) => charStartOffsets),
    charEndOffsets: parts.flatMap(({ charEndOffsets }) => charEndOffsets),
    ...(marked.length > 0 && { marks: marked }),
  };
}
