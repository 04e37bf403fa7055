import { primaryLanguage } from '../../../../language/languages.ts';
import { ESPEAK_SAMPLE_RATE } from '../../../../language/pronunciation/espeak.ts';
import { espeakLanguages, espeakVoiceFor } from '../../../../language/pronunciation/espeak-languages.ts';
import { PRONOUNCED_LANGUAGES } from '../../../../language/pronunciation/languages/index.ts';
import type { CatalogEntry } from '../../catalog-entry.ts';
import { type EspeakSource, espeakSource } from './source.ts';
import { VARIANTS } from './variants.ts';

const ESPEAK_LICENSE = 'GPL-3.0-or-later';

/** Language tags that also have a female-sounding voice. */
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

interface EspeakEntry extends CatalogEntry {
  readonly source: EspeakSource;
}

function espeakEntry(code: string, name: string, espeakVoice: string): EspeakEntry {
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
      // Apart from variants, espeak has a single voice, a man's, for all languages.
      tags: ['built-in', 'robotic', 'male'],
      notice: null,
    },
    source: espeakSource(espeakVoice),
  };
}

function femaleEntry({ voice, source }: EspeakEntry): EspeakEntry {
  return {
    voice: {
      ...voice,
      id: `${voice.id}-female`,
      name: voice.name.replace('(robotic)', '(robotic, female)'),
      tags: ['built-in', 'robotic', 'female'],
    },
    source: VARIANTS.female(source),
  };
}
