import { stillVoice } from '../../../../language/pronunciation/still-voice.ts';
import type { Variants } from '../../family.ts';
import { type EspeakSource, espeakSource } from './source.ts';

/**
 * espeak's variant for female-sounding voices. "f1" is the plainest: variants with higher numbers have an echo, and the
 * named ones differ more from the timing of the language's own voice.
 */
const FEMALE_VARIANT = 'f1';

/** For some voices, one with another accent that most speakers of the language know. */
const OTHER_ACCENTS: Readonly<Record<string, string>> = {
  'en-us': 'en-gb',
  'en-gb': 'en-us',
  es: 'es-419',
  'es-419': 'es',
  'fr-fr': 'fr-be',
  pt: 'pt-br',
  'pt-br': 'pt',
};

/** "f1" of "en-us+f1"; undefined for a plain voice. */
export const variantOf = (voice: string): string | undefined => voice.split('+')[1];

const spoken = (voice: string, variant: string | undefined): EspeakSource =>
  espeakSource(variant === undefined ? voice : `${voice}+${variant}`);

/** Every language of espeak has all variants, even if no voice of the catalogue uses them. */
export const VARIANTS: Variants<EspeakSource> = {
  female: ({ voice }) => spoken(voice, FEMALE_VARIANT),
  otherAccent({ voice }) {
    const [plain = '', variant] = voice.split('+');
    const other = OTHER_ACCENTS[plain];
    return other === undefined ? null : spoken(other, variant);
  },
  still: ({ voice }) => espeakSource(stillVoice(voice)),
  withTimbre: ({ voice }, key) => spoken(voice.split('+')[0] ?? voice, variantOf(key)),
};
