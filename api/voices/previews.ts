import { randomUUID } from 'node:crypto';
import type { VoiceReference } from '../../cloning/index.ts';
import type { Engine, SpeakSettings } from '../../engine/index.ts';
import { wavFile } from '../../media/wav.ts';
import { toInBandError } from '../errors/answers.ts';

const PREVIEW_RATE = 24_000;
/** Concurrent previews. More would only wait for each other in the engine. */
const PARALLEL = 2;
/** Timeout of a preview, because it delays its voice. */
const PREVIEW_MS = 20_000;

export interface PreviewWanted {
  readonly reference: VoiceReference;
  /** Null for the default. */
  readonly topK: number | null;
}

export interface PreviewOptions {
  readonly signal: AbortSignal;
  /** Time limit of each. */
  readonly deadlineMs?: number;
  /** Called with the spoken share, 0 to 1, after each preview. */
  readonly onSpoken?: (share: number) => void;
}

/** An audio clip, or why there is none. */
export type Preview = { readonly wav: string } | { readonly reason: string };

/**
 * Speaks a text with voices that are not stored yet.
 * @returns one preview per voice, in order: a WAV file in base64 (24 kHz, 16 bits), or a reason
 * @throws the signal's reason when aborted
 */
export async function speakPreviews(
  engine: Pick<Engine, 'open'>,
  wanted: readonly PreviewWanted[],
  text: string,
  { signal, deadlineMs = PREVIEW_MS, onSpoken }: PreviewOptions,
): Promise<Preview[]> {
  const previews: Preview[] = [];
  let next = 0;
  let spoken = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < wanted.length; i = next++) {
      previews[i] = await speakPreview(engine, wanted[i]!, text, signal, deadlineMs);
      onSpoken?.(++spoken / wanted.length);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return previews;
}

async function speakPreview(
  engine: Pick<Engine, 'open'>,
  { reference, topK }: PreviewWanted,
  text: string,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<Preview> {
  const { lang } = reference;
  const codes = new Uint8Array(new SharedArrayBuffer(reference.codes.byteLength));
  codes.set(reference.codes);
  const id = randomUUID();
  const settings: SpeakSettings = {
    lang,
    voiceId: id,
    speed: 1,
    samplingRate: PREVIEW_RATE,
    encoding: 'pcm_linear',
    timestamps: false,
    ipaKey: null,
    temperature: null,
    topK,
  };
  const slow = AbortSignal.timeout(deadlineMs);
  try {
    const clone = { id, name: 'preview', lang, referenceId: id, codes };
    const stream = engine.open(settings, { signal: AbortSignal.any([signal, slow]), clone });
    stream.push(text, null);
    stream.end();
    const parts: Uint8Array[] = [];
    try {
      for await (const { audio } of stream) parts.push(audio.slice());
    } finally {
      stream.close();
    }
    // An aborted stream ends like a complete one.
    signal.throwIfAborted();
    if (slow.aborted) return { reason: `It was not synthesized within ${deadlineMs / 1000} s` };
    const audio = Buffer.concat(parts);
    if (audio.length === 0) return { reason: 'The preview text contains nothing to speak' };
    const file = wavFile({ sampleRate: PREVIEW_RATE, encoding: 'pcm16' }, audio);
    return { wav: Buffer.from(file).toString('base64') };
  } catch (error) {
    signal.throwIfAborted();
    return { reason: toInBandError(error).errors.join('; ') };
  }
}
