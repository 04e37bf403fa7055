import { isLanguageTag, languageTag } from '../../language/languages.ts';
import { type RecognisedWord, RecognitionError, type Transcript } from './types.ts';

/**
 * Parses the response of an OpenAI-compatible `POST /audio/transcriptions` in the formats `verbose_json` and `json`.
 * Malformed words are left out, and times are sorted.
 * @throws RecognitionError (retryable) when there is no text
 */
export function parseTranscription(answer: unknown): Transcript {
  if (!isObject(answer) || typeof answer.text !== 'string') {
    throw new RecognitionError('the recogniser gave an answer without a text', { retryable: true });
  }
  // Some servers return the words inside the segments.
  const nested = Array.isArray(answer.segments)
    ? answer.segments.flatMap((segment) => (isObject(segment) ? (segment.words ?? []) : []))
    : [];
  const listed: unknown[] = Array.isArray(answer.words) ? answer.words : nested;
  const words: RecognisedWord[] = [];
  for (const item of listed) {
    if (!isObject(item) || typeof item.word !== 'string' || !isTime(item.start) || !isTime(item.end))
      continue;
    const text = item.word.trim();
    if (text === '') continue;
    const startMs = Math.max(Math.round(item.start * 1000), words.at(-1)?.startMs ?? 0);
    const endMs = Math.max(Math.round(item.end * 1000), startMs);
    words.push({ text, startMs, endMs, confidence: confidenceOf(item) });
  }
  return { text: answer.text.trim(), words };
}

/** The language code of a response, which may contain the language's name instead; null if it has neither. */
export function languageIn(answer: unknown): string | null {
  const named = isObject(answer) && typeof answer.language === 'string' ? answer.language : '';
  return isLanguageTag(named) ? languageTag(named) : null;
}

function confidenceOf(word: Record<string, unknown>): number | null {
  const probability = word.probability ?? word.confidence;
  return typeof probability === 'number' && probability >= 0 && probability <= 1 ? probability : null;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
