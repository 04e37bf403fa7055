/**
 * Which voice speaks when a request names none. The most natural voices cost many times as much as the others, so the
 * choice depends on the cost of a second of their sound on this machine. Quick ones cost least, and speak few
 * languages. Joe is the default only without a quick voice and where the most natural ones cannot keep up, because the
 * licence of that model is less clear (docs/licences.md).
 */
import { primaryLanguage } from '../../language/languages.ts';
import type { CatalogEntry } from '../synthesis/catalog-entry.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { familyOf } from '../synthesis/family-of.ts';
import type { DefaultVoices, VoiceUse } from '../types.ts';
import { speaksFamily } from './catalog-entry.ts';
import { isRobotic, standsAs } from './standing.ts';

/** CPU seconds of one core for a second of sound, up to which a most natural voice is the default. */
export const MOST_CORES = {
  /** Limit for replacing another natural voice: well below real time. */
  toSpare: 0.5,
  /** Limit for replacing a robotic voice, or one with an unclear licence: real time for one listener. */
  oneListener: 0.9,
} as const;

export interface VoiceCost {
  /** CPU seconds of one core for a second of sound. */
  readonly cores: number;
  /** Measured on this machine; otherwise assumed from the features of its processor. */
  readonly isMeasured: boolean;
}

/** Parameters of the choice of default voices. */
export interface DefaultRule extends DefaultVoices {
  /** Cost of the most natural voices. */
  readonly naturalCost: VoiceCost;
}

export interface ChosenVoice {
  readonly entry: CatalogEntry;
  readonly reason: string;
}

/** The voices that can speak one language code. */
export interface Candidates {
  /** The voice that the rule names, if it speaks the language. */
  readonly named: CatalogEntry | null;
  /** The default among the light voices (quick, usual or robotic). */
  readonly light: CatalogEntry | null;
  /** All most natural voices, of any language. */
  readonly mostNatural: readonly CatalogEntry[];
}

/** Id of the voice that the rule names for a language code; undefined if it names none. */
export function namedVoice(code: string, { byLanguage }: DefaultRule): string | undefined {
  return byLanguage[code] ?? byLanguage[primaryLanguage(code)];
}

/** The default voice for a language code; null if no voice speaks it. */
export function chooseDefault(
  code: string,
  candidates: Candidates,
  rule: DefaultRule,
  use: VoiceUse = 'listening',
): ChosenVoice | null {
  const { named, light } = candidates;
  if (named) return { entry: named, reason: 'chosen by DEFAULT_VOICES' };
  const natural = mostNaturalFor(code, candidates);
  if (!natural) return light && { entry: light, reason: 'the first voice of the language that is installed' };
  const { preference, naturalCost } = rule;
  if (preference === 'natural') {
    return { entry: natural, reason: 'the most natural voice, as DEFAULT_VOICES wants' };
  }
  if (preference === 'fast') {
    return light && { entry: light, reason: 'the voice that costs least, as DEFAULT_VOICES wants' };
  }
  if (use === 'conversation' && light && standsAs(light.voice, 'quick')) {
    const { title } = familyOf(natural.source);
    return { entry: light, reason: `nearly as natural as ${title}, and many more callers can be answered` };
  }
  const cost = `takes ${naturalCost.cores.toFixed(2)} of a core (${naturalCost.isMeasured ? 'measured' : 'assumed'})`;
  if (naturalCost.cores <= MOST_CORES.toSpare || !light) {
    return { entry: natural, reason: `the most natural voice, and it ${cost}: real time with room to spare` };
  }
  const isJoe = light.voice.id === DEFAULT_VOICE_ID && !isRobotic(light.voice);
  const isLastResort = isJoe || isRobotic(light.voice);
  if (isLastResort && naturalCost.cores <= MOST_CORES.oneListener) {
    const what = isJoe ? 'the natural voice whose terms are clear' : 'the only natural voice';
    return { entry: natural, reason: `${what}, and it ${cost}: real time for one listener` };
  }
  const limit = isLastResort ? MOST_CORES.oneListener : MOST_CORES.toSpare;
  return { entry: light, reason: `${natural.voice.id} is more natural, but ${cost}: more than ${limit}` };
}

/** The best most natural voice for a code, or the first; null for varieties that only `light` speaks. */
function mostNaturalFor(code: string, { mostNatural, light }: Candidates): CatalogEntry | null {
  const isExact = ({ voice }: CatalogEntry): boolean => voice.langs.includes(code);
  let speaking = mostNatural.filter(isExact);
  if (speaking.length === 0 && !(light && isExact(light))) {
    speaking = mostNatural.filter(({ voice }) => speaksFamily(voice, code));
  }
  const [first] = speaking;
  const bestVoices = first && familyOf(first.source).bestVoices;
  const best = bestVoices?.[code] ?? bestVoices?.[primaryLanguage(code)];
  return speaking.find(({ voice }) => voice.id === best) ?? first ?? null;
}
