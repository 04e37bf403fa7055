import { createRequire } from 'node:module';
import { programBeside, type RecogniserFamily } from '../family.ts';
import { whisperLanguage } from './whisper-languages.ts';

/** whisper.cpp's word for a language that it finds out by itself. */
const ANY_LANGUAGE = 'auto';

/** Models of OpenAI's Whisper, run by whisper.cpp, which cannot be interrupted. */
export const WHISPER: RecogniserFamily = {
  name: 'whisper',
  program: programBeside(import.meta.url, './whisper-process'),
  stopsWhenTold: false,
  doubts: false,
  hasWordTimes: true,
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
