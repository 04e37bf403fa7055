import { primaryLanguage } from '../languages.ts';
import { ENGLISH_RECOGNISER, MULTILINGUAL_RECOGNISER } from '../models/manifest.ts';
import { whisperLanguage } from './whisper/whisper-languages.ts';

/** What makes a server recognise a language, also while it runs; null where no model in the catalogue knows it. */
export function recogniserCommand(lang: string): string | null {
  if (whisperLanguage(lang) === null) return null;
  const id = primaryLanguage(lang) === 'en' ? ENGLISH_RECOGNISER : MULTILINGUAL_RECOGNISER;
  return `npm run models -- pull ${id}`;
}
