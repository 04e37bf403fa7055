import { MAX_TRANSCRIPTION_CHARS, MarkupError, transcriptionSpan } from '../markup/transcription.ts';
import { type InventoryKey, type IpaError, ipaTokens, parseIpa } from './ipa.ts';

/** The result for a transcription. Valid ones can be put into a phoneme tag as sent and as `ipa`, and are spoken. */
export interface Validation {
  readonly valid: boolean;
  /** Canonical spelling when valid, otherwise as sent. */
  readonly ipa: string;
  /** Tokens of the allowed sounds in order, a stress token before each stressed vowel. */
  readonly tokens: readonly string[];
  /** In order of position; empty when valid. Offsets are UTF-16 code units of the text as sent. */
  readonly errors: readonly IpaError[];
}

/**
 * Checks one word's transcription by the rules of phoneme tags: a tag of the language accepts the same transcriptions.
 */
export function validateIpa(ipa: string, key: InventoryKey): Validation {
  const whole = { start: 0, end: ipa.length };
  if (ipa.length > MAX_TRANSCRIPTION_CHARS) return refused(ipa, [tooLong(ipa, ipa)]);
  const parsed = parseIpa(ipa, key);
  const tokens = ipaTokens(parsed.phonemes);
  if (!parsed.valid) return { valid: false, ipa, tokens, errors: parsed.errors };
  try {
    transcriptionSpan(ipa, whole);
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error;
    const { message, span } = error;
    const fault = {
      symbol: ipa.slice(span.start, span.end),
      ...span,
      message: lowered(message),
      nearest: [],
    };
    return { ...refused(ipa, [fault]), tokens };
  }
  // The canonical spelling of ligatures and aliases may be longer.
  if (parsed.ipa.length > MAX_TRANSCRIPTION_CHARS) return refused(ipa, [tooLong(ipa, parsed.ipa)]);
  return { valid: true, ipa: parsed.ipa, tokens, errors: [] };
}

function refused(ipa: string, errors: readonly IpaError[]): Validation {
  return { valid: false, ipa, tokens: [], errors };
}

function tooLong(sent: string, measured: string): IpaError {
  const message = `a transcription has at most ${MAX_TRANSCRIPTION_CHARS} characters, and this one ${measured.length}`;
  return { symbol: sent, start: 0, end: sent.length, message, nearest: [] };
}

/** Messages of IPA errors begin in lower case, since they follow the symbol. */
const lowered = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1);
