/**
 * Which voice speaks when a request names none. Kokoro is the most natural synthesizer and costs many times as much as
 * the others, so it depends on what a second of its sound costs on this machine. hibari, which was distilled from it,
 * costs least and speaks English alone. Joe is the default only without hibari and where Kokoro cannot keep up, because
 * the licence of that model is less clear (docs/licences.md).
 */
import { primaryLanguage } from '../languages.ts';
import type { DefaultVoices, VoiceUse } from '../types.ts';
import { type CatalogEntry, DEFAULT_VOICE_ID, speaksFamily } from './catalog-entry.ts';

/** CPU seconds of one core that Kokoro takes for a second of sound, up to which it is the default voice. */
export const MOST_CORES = {
  /** In place of another natural voice: real time with room to spare. */
  toSpare: 0.5,
  /** In place of a robotic voice, or of one whose terms are not clear: real time for one listener. */
  oneListener: 0.9,
} as const;

/** The best of Kokoro's voices by language code. */
const BEST_VOICES: Readonly<Record<string, string>> = {
  en: 'kokoro-af_heart',
  'en-us': 'kokoro-af_heart',
  'en-gb': 'kokoro-bf_emma',
  es: 'kokoro-ef_dora',
  fr: 'kokoro-ff_siwis',
  hi: 'kokoro-hf_alpha',
  it: 'kokoro-if_sara',
  pt: 'kokoro-pf_dora',
};

export interface KokoroCost {
  /** CPU seconds of one core for a second of sound. */
  readonly cores: number;
  /** On this machine; otherwise assumed from what its processor can do. */
  readonly isMeasured: boolean;
}

/** What the default voices are chosen by. */
export interface DefaultRule extends DefaultVoices {
  readonly kokoroCost: KokoroCost;
}

export interface ChosenVoice {
  readonly entry: CatalogEntry;
  readonly reason: string;
}

/** The voices that one language code may be spoken with. */
export interface Candidates {
  /** The one that the rule names and that speaks the language. */
  readonly named: CatalogEntry | null;
  /** The default among those that cost little: those of hibari, Piper and espeak. */
  readonly light: CatalogEntry | null;
  /** All of Kokoro's, whatever they speak. */
  readonly kokoro: readonly CatalogEntry[];
}

/** Id of the voice that the rule names for a language code; undefined where it names none. */
export function namedVoice(code: string, { byLanguage }: DefaultRule): string | undefined {
  return byLanguage[code] ?? byLanguage[primaryLanguage(code)];
}

/** The default voice for a language code; null where nothing speaks it. */
export function chooseDefault(
  code: string,
  candidates: Candidates,
  rule: DefaultRule,
  use: VoiceUse = 'listening',
): ChosenVoice | null {
  const { named, light } = candidates;
  if (named) return { entry: named, reason: 'chosen by DEFAULT_VOICES' };
  const kokoro = kokoroFor(code, candidates);
  if (!kokoro) return light && { entry: light, reason: 'the first voice of the language that is installed' };
  const { preference, kokoroCost } = rule;
  if (preference === 'natural') {
    return { entry: kokoro, reason: 'the most natural voice, as DEFAULT_VOICES wants' };
  }
  if (preference === 'fast') {
    return light && { entry: light, reason: 'the voice that costs least, as DEFAULT_VOICES wants' };
  }
  if (use === 'conversation' && light?.voice.engine === 'hibari') {
    return { entry: light, reason: 'nearly as natural as Kokoro, and many more callers can be answered' };
  }
  const cost = `takes ${kokoroCost.cores.toFixed(2)} of a core (${kokoroCost.isMeasured ? 'measured' : 'assumed'})`;
  if (kokoroCost.cores <= MOST_CORES.toSpare || !light) {
    return { entry: kokoro, reason: `the most natural voice, and it ${cost}: real time with room to spare` };
  }
  const isRobotic = light.voice.engine === 'espeak';
  const isJoe = light.voice.id === DEFAULT_VOICE_ID && !isRobotic;
  const isLastResort = isJoe || isRobotic;
  if (isLastResort && kokoroCost.cores <= MOST_CORES.oneListener) {
    const what = isJoe ? 'the natural voice whose terms are clear' : 'the only natural voice';
    return { entry: kokoro, reason: `${what}, and it ${cost}: real time for one listener` };
  }
  const limit = isLastResort ? MOST_CORES.oneListener : MOST_CORES.toSpare;
  return { entry: light, reason: `${kokoro.voice.id} is more natural, but ${cost}: more than ${limit}` };
}

/** The best voice of Kokoro's for a code, or the first that is there; null for varieties that only `light` speaks. */
function kokoroFor(code: string, { kokoro, light }: Candidates): CatalogEntry | null {
  const isExact = ({ voice }: CatalogEntry): boolean => voice.langs.includes(code);
  let speaking = kokoro.filter(isExact);
  if (speaking.length === 0 && !(light && isExact(light))) {
    speaking = kokoro.filter(({ voice }) => speaksFamily(voice, code));
  }
  const best = BEST_VOICES[code] ?? BEST_VOICES[primaryLanguage(code)];
  return speaking.find(({ voice }) => voice.id === best) ?? speaking[0] ?? null;
}
