import { MULTILINGUAL_RECOGNISER } from '../../model-files/manifest.ts';
import { EngineError } from '../errors.ts';
import { understandsAnything } from './create-recogniser.ts';
import { recogniserCommand } from './recogniser-command.ts';
import type { Recogniser } from './types.ts';

/**
 * The language to ask a recogniser for: "" detects it; a recogniser that cannot gets the one that it knows.
 * @param lang null for any
 */
export const languageToHear = (recogniser: Pick<Recogniser, 'supports'>, lang: string | null): string =>
  lang ?? (recogniser.supports('') ? '' : 'en');

/**
 * Checks that a recogniser can transcribe a language, null for any.
 * @param translate whether it is to be translated into English
 * @throws EngineError unavailable, language_unsupported
 */
export function checkTranscription(recogniser: Recogniser, lang: string | null, translate = false): void {
  if (!understandsAnything(recogniser)) throw new EngineError('no_recogniser');
  if (translate && !recogniser.translates) {
    throw new EngineError('no_translator', { values: { model: MULTILINGUAL_RECOGNISER } });
  }
  if (lang !== null && !recogniser.supports(lang)) {
    throw new EngineError('transcription_language', { values: { lang, command: recogniserCommand(lang) } });
  }
}
