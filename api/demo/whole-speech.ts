import type { Engine, SpeakSettings, WordTimings } from '../../engine/index.ts';
import { wavFile } from '../../media/wav.ts';
import { ApiError, clientGone, invalid } from '../errors.ts';

export interface WholeSpeech {
  /** A WAV file, 16 bits. */
  readonly wav: Uint8Array;
  readonly durationMs: number;
  readonly billedCharacters: number;
  /** Null when it was not asked for, or when the voice has none. */
  readonly alignment: WordTimings | null;
  /** Why there is no alignment although it was asked for. */
  readonly alignmentUnavailable: string | null;
}

export interface WholeSpeechOptions {
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Of the sound: a short text of digits and pauses can be a long speech. */
  readonly maxDurationMs: number;
}

/**
 * Speaks a whole text, which somebody waits for.
 * @param settings with `pcm_linear`
 * @throws ApiError 422 when there is nothing to speak or too much, 499, 503 when it takes too long; SpeakError
 */
export async function speakWhole(
  engine: Pick<Engine, 'open'>,
  settings: SpeakSettings,
  text: string,
  { signal, timeoutMs, maxDurationMs }: WholeSpeechOptions,
): Promise<WholeSpeech> {
  const slow = AbortSignal.timeout(timeoutMs);
  const stream = engine.open(settings, { signal: AbortSignal.any([signal, slow]) });
  const parts: Uint8Array[] = [];
  const words: WordTimings[] = [];
  let samples = 0;
  let billedCharacters = 0;
  try {
    stream.push(text, null);
    stream.end();
    for await (const chunk of stream) {
      samples += chunk.samples;
      if ((samples * 1000) / settings.samplingRate > maxDurationMs) throw tooLong(maxDurationMs);
      billedCharacters += chunk.billedCharacters;
      // The chunk's memory is only lent until the next one.
      parts.push(chunk.audio.slice());
      if (chunk.alignment) words.push(chunk.alignment);
    }
  } finally {
    stream.close();
  }
  // A stream that is closed from outside ends as if it were done.
  if (signal.aborted) throw clientGone();
  if (slow.aborted)
    throw new ApiError(503, 'The server is too busy to speak this now', { 'retry-after': '5' });
  if (samples === 0) {
    throw invalid(['body', 'text'], 'There is nothing to speak in this text', 'text_unspeakable');
  }
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
  return {
    units: parts.flatMap(({ units }) => units),
    unitStartTimesMs: parts.flatMap(({ unitStartTimesMs }) => unitStartTimesMs),
    unitDurationsMs: parts.flatMap(({ unitDurationsMs }) => unitDurationsMs),
    charStartOffsets: parts.flatMap(({ charStartOffsets }) => charStartOffsets),
    charEndOffsets: parts.flatMap(({ charEndOffsets }) => charEndOffsets),
  };
}

function tooLong(maxDurationMs: number): ApiError {
  const msg = `This text takes longer than ${maxDurationMs / 1000} s to speak`;
  return invalid(['body', 'text'], msg, 'text_too_long');
}
