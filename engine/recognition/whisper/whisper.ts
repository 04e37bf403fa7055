import { createRequire } from 'node:module';
import { programBeside, type RecogniserFamily } from '../family.ts';
import { WHISPER_LANGUAGES, whisperLanguage } from './whisper-languages.ts';

/** whisper.cpp's code for detecting the language. */
const ANY_LANGUAGE = 'auto';

/** Models of OpenAI's Whisper, run by whisper.cpp, which cannot be interrupted. */
export const WHISPER: RecogniserFamily = {
  name: 'whisper',
  program: programBeside(import.meta.url, './whisper-process'),
  stopsWhenTold: false,
  doubts: false,
  hasWordTimes: true,
  languages: [...WHISPER_LANGUAGES],
  // In English, an English model makes about as few errors as the next larger multilingual one, at half of its cost.
  // Small and large-v3-turbo were not measured: their values are assumed from their sizes.
  models: {
    'whisper-tiny': { accuracy: 1, cpuSeconds: 0.25, delayMs: 160, translates: true },
    'whisper-base': { accuracy: 2, cpuSeconds: 0.45, delayMs: 250, translates: true },
    'whisper-tiny.en': { accuracy: 3, cpuSeconds: 0.25, delayMs: 160, translates: false },
    'whisper-base.en': { accuracy: 5, cpuSeconds: 0.45, delayMs: 250, translates: false },
    'whisper-small': { accuracy: 6, cpuSeconds: 1.6, delayMs: 900, translates: true },
    'whisper-small.en': { accuracy: 7, cpuSeconds: 1.6, delayMs: 900, translates: false },
    // Multilingual, but not trained to translate.
    'whisper-large-v3-turbo-q5_0': { accuracy: 8, cpuSeconds: 7, delayMs: 4000, translates: false },
  },
  library() {
    const { version } = createRequire(import.meta.url)('@napi-rs/whisper/package.json') as {
      version: string;
    };
    return `whisper ${version}`;
  },
  language(lang, isMultilingual) {
    if (lang === '') return isMultilingual ? ANY_LANGUAGE : null;
    const language = whisperLanguage(lang);
    return isMultilingual || language === 'en' ? language : null;
  },
};
