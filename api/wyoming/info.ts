import type { Voice } from '../../engine/index.ts';
import { familyOf, recognisableLanguages } from '../../engine/setup.ts';
import { VERSION } from '../observability/version.ts';
import { listVoices, type VoiceRecord } from '../storage/voices.ts';
import type { WyomingDeps } from './deps.ts';

/** The origin that the protocol requires for each item. */
interface Attribution {
  readonly name: string;
  readonly url: string;
}

const WHISPER: Attribution = { name: 'Whisper', url: 'https://github.com/openai/whisper' };
const CLONED: Attribution = { name: 'Cloned from a recording', url: '' };
const PARLEY: Attribution = { name: 'Parley', url: '' };

/**
 * The `data` of an `info` event: all voices that the owner may use, and the recogniser if there is one.
 * @param ownerId null if there is no owner whose cloned voices could be listed
 */
export async function info({ engine, db }: WyomingDeps, ownerId: string | null) {
  const program = { ...artifact('Parley', PARLEY, 'Text to speech and speech to text'), version: VERSION };
  const own = ownerId === null ? [] : await listVoices(db, ownerId);
  const languages = recognisableLanguages(engine.recogniser);
  return {
    tts: [
      {
        ...program,
        voices: [...engine.voices().map(builtIn), ...own.map(cloned)],
        supports_synthesize_streaming: true,
      },
    ],
    asr:
      languages.length === 0
        ? []
        : [
            {
              ...program,
              models: [{ ...artifact('parley', WHISPER, 'The recogniser of this server'), languages }],
              supports_transcript_streaming: true,
              requires_external_vad: true,
            },
          ],
  };
}

function artifact(name: string, attribution: Attribution, description: string) {
  return { name, attribution, installed: true, description, version: null };
}

/** Home Assistant shows the description, and sorts by it. */
function builtIn(voice: Voice) {
  const { title, url } = familyOf(voice);
  return { ...artifact(voice.id, { name: title, url }, voice.name), languages: voice.langs.map(languageTag) };
}

/** A cloned voice speaks all languages, but a client names a voice or a language, never both. */
function cloned({ id, name, langCode }: VoiceRecord) {
  return { ...artifact(id, CLONED, name), languages: [languageTag(langCode)] };
}

/** A code in the usual case ("pt-BR"; RFC 5646 section 2.1.1): some clients compare it as it is. */
function languageTag(code: string): string {
  const [primary = '', ...others] = code.split(/[-_]/);
  const sized = others.map((part) => (part.length === 2 ? part.toUpperCase() : part));
  return [primary, ...sized].join('-');
}
