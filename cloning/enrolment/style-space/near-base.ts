/** Finds the Kokoro voice nearest to a speaker, including styles between and beyond its own voices. */
import type { Equalised } from '../../../engine/conversion/equaliser.ts';
import type { VoiceMorph } from '../../../engine/conversion/voice-morph.ts';
import type { Rendition } from '../../../engine/forced-alignment/types.ts';
import { baseKey } from '../../../engine/synthesis/base-key.ts';
import type { CatalogEntry } from '../../../engine/synthesis/catalog-entry.ts';
import { familyOf } from '../../../engine/synthesis/family-of.ts';
import type { BaseSource } from '../../../engine/synthesis/voice-source.ts';
import { joinedRenditions } from '../../../engine/voices/rendition.ts';
import { similarity } from '../../../recordings/speaker-encoder/speaker-encoder.ts';
import type { VoicePortrait } from './portrait.ts';
import { STYLE_SPACE } from './style-space.ts';

export interface NearBase {
  readonly key: string;
  readonly morph: VoiceMorph;
  /** Its output, filtered to sound like the speaker. */
  readonly rendition: Rendition;
  /** Speaker embedding of the recording that it was fitted to. */
  readonly speaker: Float32Array;
  /** Cosine of the speaker embeddings at equal average spectra. */
  readonly similarity: number;
}

/** A voice of another language with the morph of a near base. */
export interface Relative {
  readonly key: string;
  readonly morph: VoiceMorph;
}

export interface NearBaseSteps {
  render(source: BaseSource, text: string): Promise<Rendition>;
  describeVoice(rendition: Rendition): Promise<VoicePortrait>;
  /** @param wanted the speaker whose average spectrum the rendition gets */
  equalise(rendition: Rendition, wanted: Wanted): Promise<Equalised>;
  /**
   * Called after each of them.
   * @param share completed share of the whole, 0 to 1
   */
  onDone(share: number): void;
}

/** Target of the search for a near base. */
export interface Wanted {
  readonly speaker: VoicePortrait;
  /** Speaker embedding of the unfiltered recording. */
  readonly embedding: Float32Array;
  /** The style that is predicted to sound most like the speaker. */
  readonly timbre: Float32Array;
}

/** Number of voices that are rendered in that style, to select the best one. */
const TRIED = 2;
/** Bounds of the ratio between the speaker's and the voice's pitch variation. */
const LIVELINESS = [0.7, 1.3] as const;
/**
 * Largest change of pitch of another language's voice, in natural logarithms. Some languages have only one or two
 * voices, and these were understood less well when moved by half an octave (two thirds of the words instead of nine
 * tenths).
 */
const RELATIVE_REACH = 0.3;
/**
 * Voices that are less clear than the others by the grades of Kokoro's authors, or that end sentences in noise with
 * styles other than their own: 2 to 13 % of 2466 styles between and around all voices.
 */
const LESS_CLEAR: ReadonlySet<string> = new Set([
  ...[
    'af_alloy',
    'af_heart',
    'af_jessica',
    'af_kore',
    'af_nicole',
    'af_nova',
    'af_river',
    'af_sarah',
    'af_sky',
  ],
  ...['am_adam', 'am_echo', 'am_eric', 'am_liam', 'am_onyx', 'am_santa'],
  ...['bf_alice', 'bf_emma', 'bf_lily', 'bm_daniel', 'bm_fable', 'bm_lewis'],
]);

/** Silence between the two parts of a base's text. */
const PAUSE_MS = 300;

/**
 * Lets the most promising voices speak a few words, and the one most like the speaker the rest.
 * @param voices Kokoro voices of the language
 * @param texts the first part, and the rest, which may be empty
 * @returns null if there is none
 */
export async function findNearBase(
  voices: readonly CatalogEntry[],
  wanted: Wanted,
  [text, rest]: readonly [string, string],
  steps: NearBaseSteps,
): Promise<NearBase | null> {
  const { speaker, timbre } = wanted;
  const speaking = speakersFor(voices, speaker.pitch.mean);
  if (speaking.length === 0) return null;
  const total = 2 * speaking.length + 3;
  let done = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    steps.onDone(++done / total);
    return result;
  };
  const likeness = ({ embedding }: VoicePortrait): number => similarity(embedding, speaker.embedding);
  const tried = await Promise.all(
    speaking.map(async ({ source, pitch: from }) => {
      const pitch = { from, to: speaker.pitch.mean, slope: 1 };
      const moved = { ...source, morph: { timbre, pitch, equaliser: null, isConverted: false } };
      const rendition = await counted(steps.render(moved, text));
      const alike = likeness(await counted(steps.describeVoice(rendition)));
      return { key: baseKey(source), moved, pitch, rendition, alike };
    }),
  );
  const best = tried.reduce((a, b) => (b.alike > a.alike ? b : a));
  const { key, pitch } = best;
  const more = await counted(rest === '' ? Promise.resolve(null) : steps.render(best.moved, rest));
  const rendition = more ? joinedRenditions(best.rendition, more, PAUSE_MS) : best.rendition;
  const heard = await counted(steps.describeVoice(rendition));
  const { samples, equaliser } = await counted(steps.equalise(rendition, wanted));
  const [least, most] = LIVELINESS;
  return {
    key,
    morph: {
      timbre,
      pitch: {
        // The voice's average in this text may differ slightly from its own mean.
        from: pitch.from + heard.pitch.mean - pitch.to,
        to: pitch.to,
        slope: Math.max(least, Math.min(most, speaker.pitch.deviation / heard.pitch.deviation)),
      },
      equaliser,
      isConverted: false,
    },
    rendition: { ...rendition, samples },
    speaker: wanted.embedding,
    similarity: likeness(heard),
  };
}

/**
 * Finds a Kokoro voice for each other language, with the morph of the near base. The half of the style that shapes the
 * sound is the same in all languages.
 * @param languages Kokoro voices, grouped by language
 */
export function relativesOf(
  { morph }: NearBase,
  languages: readonly (readonly CatalogEntry[])[],
): Relative[] {
  return languages.flatMap((voices) => {
    const [nearest] = speakersFor(voices, morph.pitch.to);
    if (!nearest) return [];
    const from = nearest.pitch;
    const by = Math.max(-RELATIVE_REACH, Math.min(RELATIVE_REACH, morph.pitch.to - from));
    const pitch = { ...morph.pitch, from, to: from + by };
    return [{ key: baseKey(nearest.source), morph: { ...morph, pitch } }];
  });
}

/** The clear voices whose pitch needs the smallest change. */
function speakersFor(
  voices: readonly CatalogEntry[],
  pitch: number,
): { readonly source: BaseSource; readonly pitch: number }[] {
  const known = voices.flatMap(({ source }) => {
    if (!familyOf(source).canBeMorphed) return [];
    const name = nameOf(source);
    const own = STYLE_SPACE.pitches[name];
    return own === undefined ? [] : [{ source, name, pitch: own }];
  });
  const clear = known.filter(({ name }) => !LESS_CLEAR.has(name));
  const distance = (voice: { readonly pitch: number }): number => Math.abs(voice.pitch - pitch);
  return (clear.length > 0 ? clear : known).toSorted((a, b) => distance(a) - distance(b)).slice(0, TRIED);
}

/** "af_heart" of the base key "kokoro:af_heart.bin". */
const nameOf = (source: BaseSource): string =>
  baseKey(source)
    .replace(/^\w+:/, '')
    .replace(/\.bin$/, '');
