/** Whether a take is good enough to choose a passage from, and otherwise the message for its reader. */
import { EngineError } from '../../../engine/errors.ts';
import { notAligned } from '../transcripts.ts';
import { type AlignedTake, MAX_PASSAGE_MS, MIN_PASSAGE_MS, type ReadSentence } from './types.ts';

/** Fewer good sentences than this share make it doubtful that the script was read at all. */
const LEAST_SHARE = 0.5;
/** Number of words that identify a sentence. */
const QUOTED_WORDS = 4;
/** Number of sentences that are named; with more faults, the reader has to read the whole script again. */
const MOST_NAMED = 8;

/** @returns a 400 that names the missing or misread sentences if there are too many; null for a usable take */
export function takeFault({ sentences }: AlignedTake): EngineError | null {
  if (sentences.every((sentence) => !isGood(sentence))) return notAligned();
  const good = sentences.filter(isGood);
  if (good.length >= LEAST_SHARE * sentences.length && hasPassage(sentences)) return null;
  const bad = sentences.filter((sentence) => !isGood(sentence));
  const named = bad.slice(0, MOST_NAMED).map(description);
  const more = bad.length > MOST_NAMED ? [`${bad.length - MOST_NAMED} more`] : [];
  const found =
    bad.length === 0
      ? 'no consecutive sentences last 4 to 13 seconds in total'
      : `these sentences were not found as written: ${[...named, ...more].join('; ')}`;
  return new EngineError('script_not_read', { values: { found } });
}

const isGood = ({ fault }: ReadSentence): boolean => fault === null || fault === 'repeated';

function description({ index, text, fault }: ReadSentence): string {
  const words = text.split(/\s+/);
  const beginning = words.slice(0, QUOTED_WORDS).join(' ').slice(0, 60);
  const quoted = words.length > QUOTED_WORDS ? `${beginning} …` : beginning;
  return `${index + 1} ("${quoted}") is ${fault === 'skipped' ? 'missing' : 'misread'}`;
}

/** Whether consecutive good sentences are as long as a reference must be. */
function hasPassage(sentences: readonly ReadSentence[]): boolean {
  return sentences.some((first, from) => {
    for (const last of sentences.slice(from)) {
      if (!isGood(last)) return false;
      const ms = last.endMs - first.startMs;
      if (ms >= MIN_PASSAGE_MS) return ms <= MAX_PASSAGE_MS;
    }
    return false;
  });
}
