/** What simulated callers say, as sound. */
import { parseMarkup, type SpeakSettings, type WordTimings } from '../../engine/index.ts';
import { decodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';

/** Sample rate of a caller's microphone, in Hz. */
export const CALLER_RATE = 16_000;

/** Mono, 16 kHz. The first and the last 10 ms are voiced. */
export interface Clip {
  /** The text, or the name of a recording. */
  readonly name: string;
  readonly samples: Int16Array;
}

export const durationMs = ({ samples }: Clip): number => (samples.length * 1000) / CALLER_RATE;

/** What speaks: an engine, or the door of a server. */
export interface Speaker {
  open(settings: SpeakSettings): Speaking;
}

/** Speech of the text that is pushed before the end. */
export interface Speaking
  extends AsyncIterable<{ readonly audio: Uint8Array; readonly alignment: WordTimings | null }> {
  push(text: string, contextId: null): void;
  end(): void;
}

/** In whose voice, and how. Default: the engine's voice for English. */
export interface SpokenHow {
  readonly lang?: string;
  readonly voiceId?: string | null;
  readonly speed?: number;
  /** Default: the voice for listeners. */
  readonly use?: SpeakSettings['use'];
}

const BLOCK = CALLER_RATE / 100;
/** A block is voiced if it is louder than this share of the loudest one (-34 dB), and not silent. */
const VOICED_SHARE = 0.02;
const VOICED_LEVEL = 30;
const LOUDEST = 12_000;
/** The voices that conversations use have this rate. */
const VOICE_RATE = 24_000;

/**
 * Speaks a text. `<pause:…>` inserts a pause into a sentence that is spoken as a whole, so that the part before it does
 * not sound complete.
 * @param text with markup
 * @throws EngineError for markup that is faulty, and for an unknown language or voice
 */
export async function spoken(speaker: Speaker, text: string, how: SpokenHow = {}): Promise<Clip> {
  const { plain, pauses } = withoutPauses(text);
  if (plain === '') throw new RangeError(`there is nothing to say in "${text}"`);
  const { sound, words } = await speak(speaker, plain, how);
  const parts: Int16Array[] = [];
  let from = 0;
  for (const { offset, ms } of pauses) {
    const at = Math.max(from, placeOf(words, offset, sound.length));
    if (at > from) parts.push(trimmed(sound.slice(from, at)));
    parts.push(new Int16Array(Math.round((ms * CALLER_RATE) / 1000)));
    from = at;
  }
  if (from < sound.length) parts.push(trimmed(sound.slice(from)));
  return { name: text, samples: joined(parts) };
}

interface Pause {
  /** Offset in the text without pauses. */
  readonly offset: number;
  readonly ms: number;
}

/** Takes the pauses out of a text. */
function withoutPauses(text: string): { plain: string; pauses: readonly Pause[] } {
  let plain = '';
  const pauses: Pause[] = [];
  for (const segment of parseMarkup(text)) {
    if (segment.kind === 'pause') pauses.push({ offset: plain.trimEnd().length, ms: segment.durationMs });
    else plain += text.slice(segment.span.start, segment.span.end);
  }
  return { plain: plain.replace(/\s+$/, ''), pauses };
}

interface Word {
  readonly offset: number;
  readonly startMs: number;
  readonly endMs: number;
}

interface Speech {
  /** 16 kHz. */
  readonly sound: Float32Array;
  readonly words: readonly Word[];
}

async function speak(speaker: Speaker, text: string, how: SpokenHow): Promise<Speech> {
  const { lang = 'en', voiceId = null, speed = 1, use } = how;
  const stream = speaker.open({
    lang,
    voiceId,
    speed,
    ...(use !== undefined && { use }),
    samplingRate: VOICE_RATE,
    encoding: 'pcm_linear',
    timestamps: true,
    ipaKey: null,
    temperature: null,
    topK: null,
  });
  stream.push(text, null);
  stream.end();
  const parts: Uint8Array[] = [];
  const words: Word[] = [];
  for await (const { audio, alignment } of stream) {
    parts.push(audio.slice());
    if (alignment === null) continue;
    for (const [i, startMs] of alignment.unitStartTimesMs.entries()) {
      const endMs = startMs + (alignment.unitDurationsMs[i] ?? 0);
      words.push({ offset: alignment.charStartOffsets[i] ?? 0, startMs, endMs });
    }
  }
  const samples = decodePcm16(Buffer.concat(parts));
  return { sound: resampleAll(samples, VOICE_RATE, CALLER_RATE), words };
}

/** Position of a cut in a sound, in samples: between the words before and after an offset of its text. */
function placeOf(words: readonly Word[], offset: number, length: number): number {
  const before = words.findLast((word) => word.offset < offset);
  const after = words.find((word) => word.offset >= offset);
  if (before === undefined) return 0;
  if (after === undefined) return length;
  return Math.round((((before.endMs + after.startMs) / 2) * CALLER_RATE) / 1000);
}

/** Normalises the level, and trims to the first and last voiced block. */
export function trimmed(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
  const samples = Int16Array.from(sound, (sample) => Math.round((sample / peak) * LOUDEST));
  const isVoiced = voicedBlocks(samples);
  const first = isVoiced.indexOf(true);
  const last = isVoiced.lastIndexOf(true);
  return samples.slice(Math.max(0, first) * BLOCK, (last + 1) * BLOCK);
}

/** Whether each 10 ms of a clip are voiced; an incomplete last block is ignored. */
export function voicedBlocks(samples: Int16Array): boolean[] {
  const levels = blockLevels(samples, BLOCK);
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  const limit = Math.max(VOICED_LEVEL, loudest * VOICED_SHARE);
  return levels.map((level) => level >= limit);
}

/** Returns the RMS of consecutive blocks. An incomplete last block is ignored. */
export function blockLevels(samples: Int16Array, block: number): number[] {
  return Array.from({ length: Math.floor(samples.length / block) }, (_, i) => {
    let energy = 0;
    for (let at = i * block; at < (i + 1) * block; at++) energy += samples[at]! ** 2;
    return Math.sqrt(energy / block);
  });
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
