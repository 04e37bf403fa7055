import { primaryLanguage } from '../../../../language/languages.ts';
import { KOKORO_MODEL } from '../../../../model-files/kokoro-files.ts';
import type { CatalogEntry } from '../../catalog-entry.ts';
import type { FoundVoices } from '../../family.ts';
import type { InstalledKokoro } from './folder.ts';
import type { KokoroSource } from './source.ts';

const SAMPLE_RATE = 24_000;

interface Accent {
  /** Every code that its voices serve, the plain language first. */
  readonly langs: readonly string[];
  /** The espeak voice whose phonemes they were trained on. */
  readonly espeakVoice: string;
  readonly tags: readonly string[];
}

/** By the first letter of a voice's name. */
const ACCENTS: Readonly<Record<string, Accent>> = {
  a: { langs: ['en', 'en-us'], espeakVoice: 'en-us', tags: ['american'] },
  b: { langs: ['en', 'en-gb'], espeakVoice: 'en-gb', tags: ['british'] },
  e: { langs: ['es', 'es-es'], espeakVoice: 'es', tags: [] },
  f: { langs: ['fr', 'fr-fr'], espeakVoice: 'fr-fr', tags: [] },
  h: { langs: ['hi'], espeakVoice: 'hi', tags: [] },
  i: { langs: ['it'], espeakVoice: 'it', tags: [] },
  p: { langs: ['pt', 'pt-br'], espeakVoice: 'pt-br', tags: ['brazilian'] },
};

/** By the second letter. */
const SEXES: Readonly<Record<string, string>> = { f: 'female', m: 'male' };

/** The best voices by language code. */
export const BEST_VOICES: Readonly<Record<string, string>> = {
  en: 'kokoro-af_heart',
  'en-us': 'kokoro-af_heart',
  'en-gb': 'kokoro-bf_emma',
  es: 'kokoro-ef_dora',
  fr: 'kokoro-ff_siwis',
  hi: 'kokoro-hf_alpha',
  it: 'kokoro-if_sara',
  pt: 'kokoro-pf_dora',
};

/**
 * The voices of the installed files.
 * @param installed null when nothing is installed
 */
export function kokoroVoices(installed: InstalledKokoro | null): FoundVoices {
  if (installed === null) return { engine: 'kokoro', listed: [] };
  const { modelPath, stylePaths } = installed;
  const [stylePath = ''] = stylePaths.values();
  const measuredWith: KokoroSource = { engine: 'kokoro', modelPath, stylePath, espeakVoice: 'en-us' };
  return { engine: 'kokoro', listed: kokoroEntries(installed), measuredWith };
}

/** The voices of Kokoro that are installed, in the order of their languages and names. */
export function kokoroEntries({ modelPath, stylePaths }: InstalledKokoro): CatalogEntry[] {
  return [...stylePaths].flatMap(([name, stylePath]) => {
    const accent = ACCENTS[name.charAt(0)];
    const sex = SEXES[name.charAt(1)];
    if (!accent || sex === undefined) return [];
    const { langs, espeakVoice, tags } = accent;
    return {
      voice: {
        id: `kokoro-${name}`,
        name: displayName(name),
        lang: primaryLanguage(langs[0] ?? ''),
        langs,
        engine: 'kokoro',
        sampleRate: SAMPLE_RATE,
        license: KOKORO_MODEL.license,
        supportsTimings: true,
        tags: ['built-in', 'neural', sex, ...tags],
        model: KOKORO_MODEL.id,
        speakers: stylePaths.size,
        notice: null,
      },
      source: { engine: 'kokoro', modelPath, stylePath, espeakVoice } satisfies KokoroSource,
    };
  });
}

/** "Heart" of "af_heart". */
function displayName(name: string): string {
  const own = name.slice(name.indexOf('_') + 1);
  return own.charAt(0).toUpperCase() + own.slice(1);
}
