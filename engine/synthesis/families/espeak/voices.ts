import { primaryLanguage } from '../../../languages.ts';
import { JOE_VOICE } from '../../../models/manifest.ts';
import { ALL_MODELS } from '../../../models/public-models.ts';
import { suggestedVoice } from '../../../models/search.ts';
import { ESPEAK_SAMPLE_RATE } from '../../../pronunciation/espeak.ts';
import { espeakLanguages, espeakVoiceFor } from '../../../pronunciation/espeak-languages.ts';
import { PRONOUNCED_LANGUAGES } from '../../../pronunciation/languages/index.ts';
import { type CatalogEntry, DEFAULT_VOICE_ID } from '../../../voices/catalog-entry.ts';

const ESPEAK_LICENSE = 'GPL-3.0-or-later';

/**
 * espeak's variant for female-sounding voices. Of its variants "f1" is the plainest: those numbered higher are spoken
 * with an echo, and the named ones are further from the timing of the language's own voice.
 */
const FEMALE_VARIANT = 'f1';

/** Language tags that have a female-sounding voice besides. */
const FEMALE_LANGUAGES: ReadonlySet<string> = new Set(
  Object.values(PRONOUNCED_LANGUAGES).flatMap(({ femaleVoices }) => femaleVoices),
);

/** One or two voices for each language of espeak, those with a man's voice first. */
export function espeakEntries(): CatalogEntry[] {
  const plain = espeakLanguages().map(({ code, name }) =>
    espeakEntry(code, name, espeakVoiceFor(code) ?? code),
  );
  const female = plain.filter(({ voice }) => FEMALE_LANGUAGES.has(voice.langs[0] ?? '')).map(femaleEntry);
  return [...plain, ...female];
}

/**
 * The voice that clients of this wire format name, on a machine without its model: the first of the others that speaks
 * English, under the same id and saying so.
 */
export function substitutes(others: readonly CatalogEntry[]): CatalogEntry[] {
  const english = others.find((entry) => entry.voice.langs.includes('en'));
  if (!english) return [];
  const isRobotic = english.voice.engine === 'espeak';
  const who = isRobotic ? 'the built-in synthesizer' : english.voice.name;
  const notice =
    `The model ${JOE_VOICE} is not installed, so ${who} speaks instead; ` +
    `"npm run models -- pull ${JOE_VOICE}" installs it.`;
  const name = isRobotic ? 'English (robotic)' : english.voice.name;
  return [{ ...english, voice: { ...english.voice, id: DEFAULT_VOICE_ID, name, notice } }];
}

/** The same voice, saying how to get a natural one for its language, if there is one. */
export function withAdvice(entry: CatalogEntry): CatalogEntry {
  const { voice } = entry;
  const better = voice.notice === null ? naturalVoice(voice.langs[0] ?? voice.lang) : null;
  if (better === null) return entry;
  const notice = `This voice is robotic; "npm run models -- pull ${better}" installs a natural one.`;
  return { ...entry, voice: { ...voice, notice } };
}

/** The public voice to begin with in each language, looked up once. */
const naturalVoices = new Map<string, string | null>();

function naturalVoice(lang: string): string | null {
  const known = naturalVoices.get(lang);
  if (known !== undefined) return known;
  const id = suggestedVoice(ALL_MODELS, lang)?.id ?? null;
  naturalVoices.set(lang, id);
  return id;
}

function espeakEntry(code: string, name: string, espeakVoice: string): CatalogEntry {
  return {
    voice: {
      id: `espeak-${code}`,
      name: `${name} (robotic)`,
      lang: primaryLanguage(code),
      langs: [code],
      engine: 'espeak',
      sampleRate: ESPEAK_SAMPLE_RATE,
      license: ESPEAK_LICENSE,
      supportsTimings: true,
      // Variants apart, espeak has one voice, a man's, and its languages only tell it what to say.
      tags: ['built-in', 'robotic', 'male'],
      notice: null,
    },
    source: { engine: 'espeak', voice: espeakVoice },
  };
}

function femaleEntry({ voice, source }: CatalogEntry): CatalogEntry {
  if (source.engine !== 'espeak') throw new TypeError('only espeak has variants');
  return {
    voice: {
      ...voice,
      id: `${voice.id}-female`,
      name: voice.name.replace('(robotic)', '(robotic, female)'),
      tags: ['built-in', 'robotic', 'female'],
    },
    source: { engine: 'espeak', voice: `${source.voice}+${FEMALE_VARIANT}` },
  };
}
