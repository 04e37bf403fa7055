/** Callers who hesitate, in voices of the engine. */
import {
  type BaseSource,
  espeakSource,
  HIBARI_HEART,
  type HibariSource,
  JOE_VOICE,
  kokoroEntries,
  readHibariFolder,
  readKokoroFolder,
  type VitsSource,
} from '../../engine/research.ts';
import { hibariFolder, kokoroFolder, ModelStore } from '../../engine/setup.ts';
import { resampleAll } from '../../media/resampler.ts';
import { telephoned } from '../../media/telephone.ts';
import type { Renderer } from '../alignment/renderer.ts';
import { randomNumbers } from '../random.ts';
import { joined } from '../sound.ts';
import type { CallerLanguage, FittedLanguage, HesitationKind, Saying } from './hesitations.ts';
import { type PausedUtterance, RATE, TAIL_MS } from './utterances.ts';

/** Length of thinking pauses, in ms. */
const HESITATION_MS = { least: 700, most: 1200 } as const;
/** -62 dBFS: a quiet room. */
const ROOM_LEVEL = 0.0008;
const LEAD_MS = 500;

/** Hesitations for fitting weights, and those for judging, in other voices of other synthesizers. */
export const FITTED_VOICES: Readonly<Record<FittedLanguage, readonly string[]>> = {
  en: ['am_adam', 'bf_alice', 'af_bella'],
  es: ['em_santa'],
};
export const JUDGED_VOICES: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: ['am_michael', 'bf_emma', 'hibari', 'joe'],
  // espeak-ng's, with its variants: no other synthesizer here speaks German.
  de: ['de', 'de+f2', 'de+m3'],
  es: ['ef_dora', 'em_alex'],
  fr: ['ff_siwis'],
};

/** The sources of these voices, without those that are not installed. */
async function sourcesOf(names: readonly string[]): Promise<Map<string, BaseSource>> {
  const sources = new Map<string, BaseSource>();
  const kokoro = await readKokoroFolder(kokoroFolder());
  for (const name of names) {
    const entry = kokoro && kokoroEntries(kokoro).find(({ voice }) => voice.id === `kokoro-${name}`);
    if (entry) sources.set(name, entry.source);
  }
  const heart = (await readHibariFolder(hibariFolder())).find(({ model }) => model.id === HIBARI_HEART);
  if (names.includes('hibari') && heart) {
    const { modelPath } = heart;
    const source: HibariSource = { engine: 'hibari', modelPath, espeakVoice: 'en-us' };
    sources.set('hibari', source);
  }
  for (const name of names) if (/^de\b/u.test(name)) sources.set(name, espeakSource(name));
  const store = new ModelStore();
  if (names.includes('joe') && (await store.isInstalled(JOE_VOICE))) {
    const paths = store.paths(JOE_VOICE);
    const [modelPath = '', configPath = ''] = [`${JOE_VOICE}.onnx`, `${JOE_VOICE}.onnx.json`].map((file) =>
      paths.get(file),
    );
    const source: VitsSource = { engine: 'vits', modelPath, configPath, speaker: 0 };
    sources.set('joe', source);
  }
  return sources;
}

/** Kinds whose pauses are written as commas, so that voices speak with a continuing intonation. */
const WITH_COMMAS: ReadonlySet<HesitationKind> = new Set([
  'digits',
  'spelling',
  'stories',
  'lists',
  'corrections',
]);

/** How callers are heard. */
interface Way {
  /** Shortest and longest pause, in ms. Default: of people who think. */
  readonly pauses?: { readonly least: number; readonly most: number };
  /** Default: no. */
  readonly isTelephone?: boolean;
}

/** Speech without the caller's pauses. */
export interface Spoken {
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** In samples of `samples`. */
  readonly words: readonly { readonly startSamples: number; readonly endSamples: number }[];
}

/** Pauses opened between words of a text that was spoken in one go. */
export interface Opened {
  /** 16 kHz, from before the first word to the end of the last one; digital silence in the pauses. */
  readonly samples: Float32Array;
  /** Silence before the words of each part, in ms. */
  readonly addedMs: readonly number[];
}

/**
 * @param counts words of each part; a pause follows each part but the last
 * @param lengthsMs of the pauses
 */
export function opened(
  { samples, sampleRate, words }: Spoken,
  counts: readonly number[],
  lengthsMs: readonly number[],
): Opened {
  const heard = resampleAll(samples, sampleRate, RATE);
  const scale = RATE / sampleRate;
  const sounds: Float32Array[] = [new Float32Array((LEAD_MS * RATE) / 1000)];
  const addedMs = [LEAD_MS];
  let at = 0;
  let word = 0;
  for (const [i, count] of counts.slice(0, -1).entries()) {
    word += count;
    const end = Math.round(((words[word - 1]!.endSamples + words[word]!.startSamples) / 2) * scale);
    const ms = lengthsMs[i]!;
    sounds.push(heard.subarray(at, end), new Float32Array(Math.round((ms * RATE) / 1000)));
    addedMs.push(addedMs.at(-1)! + ms);
    at = end;
  }
  sounds.push(heard.subarray(at, Math.round(words.at(-1)!.endSamples * scale)));
  return { samples: joined(sounds), addedMs };
}

/** Adds the noise of a room, in place. @param level its amplitude */
export function inRoom(samples: Float32Array, level: number, random: () => number): Float32Array {
  for (let i = 0; i < samples.length; i++) samples[i]! += level * (random() + random() + random() - 1.5);
  return samples;
}

/** Lengths of pauses, in ms. */
export const pauseLengths = (
  count: number,
  random: () => number,
  { least, most }: Required<Way>['pauses'] = HESITATION_MS,
): number[] => Array.from({ length: count }, () => least + random() * (most - least));

/** Every saying in every voice. */
export async function hesitantCallers(
  sayings: readonly Saying[],
  names: readonly string[],
  renderer: Renderer,
  lang: CallerLanguage,
  { pauses = HESITATION_MS, isTelephone = false }: Way = {},
): Promise<PausedUtterance[]> {
  const random = randomNumbers(7);
  const utterances: PausedUtterance[] = [];
  for (const [speaker, source] of await sourcesOf(names)) {
    for (const { kind, agent, text } of sayings) {
      const parts = text.split('|').map((part) => part.trim());
      const rendition = await renderer.speak(source, parts.join(WITH_COMMAS.has(kind) ? ', ' : ' '), {
        lang,
      });
      const said = parts.map((part) => part.split(/\s+/));
      const counts = said.map((words) => words.length);
      // If a synthesizer counts words differently, the places of pauses are unknown.
      if (rendition.words.length !== counts.reduce((sum, n) => sum + n, 0)) {
        throw new Error(`"${parts.join(' ')}" has other words in the voice ${speaker}`);
      }
      const { samples, addedMs } = opened(rendition, counts, pauseLengths(parts.length - 1, random, pauses));
      const words = said
        .flatMap((part, i) => part.map((word) => ({ text: word, addedMs: addedMs[i]! })))
        .map((word, i) => ({
          text: word.text,
          endMs: word.addedMs + (rendition.words[i]!.endSamples * 1000) / rendition.sampleRate,
        }));
      const whole = inRoom(
        joined([samples, new Float32Array((TAIL_MS * RATE) / 1000)]),
        ROOM_LEVEL,
        randomNumbers(utterances.length + 1),
      );
      utterances.push({
        name: `${speaker}: ${text}`,
        speaker,
        kind,
        agent,
        samples: isTelephone ? telephoned(whole, RATE) : whole,
        endMs: (whole.length * 1000) / RATE - TAIL_MS,
        words,
      });
    }
  }
  return utterances;
}
