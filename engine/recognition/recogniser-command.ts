import { primaryLanguage } from '../languages.ts';
import { ENGLISH_RECOGNISER } from '../models/manifest.ts';
import { whisperLanguage } from './whisper-languages.ts';

/** Understands the languages of Whisper well enough for transcripts, and is small. */
const MULTILINGUAL_RECOGNISER = 'whisper-base';

/** What starts a server that recognises a language by itself; null where no model in the catalogue knows it. */
export function recogniserCommand(lang: string): string | null {
  if (whisperLanguage(lang) === null) return null;
  const id = primaryLanguage(lang) === 'en' ? ENGLISH_RECOGNISER : MULTILINGUAL_RECOGNISER;
  return `MODELS=default,${id} RECOGNISER=${id} npm start`;
}
