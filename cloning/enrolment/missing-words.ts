/** Reports which words of a transcript were not found in the recording, and where they should be. */
import type { AlignedWord } from '../../engine/forced-alignment/types.ts';
import { scoringWords } from '../../engine/recognition/scoring-words.ts';
import type { RecognisedWord } from '../../engine/recognition/types.ts';

/** Confidence below which a word was probably not said at its place. */
const DOUBTFUL = 0.5;
/** Largest number of runs of words that are listed, and of words in each. */
const MAX_RUNS = 4;
const MAX_RUN_WORDS = 6;
/** If fewer than this share of the words was found, places are meaningless. */
const HARDLY_ANY = 1 / 3;

type HeardWord = Pick<RecognisedWord, 'text' | 'startMs'>;
type PlacedWord = Pick<AlignedWord, 'text' | 'startMs' | 'confidence'>;

interface Verdict {
  readonly text: string;
  readonly atMs: number;
  readonly found: boolean;
}

/**
 * A clause for a message: "3 of its 24 words were not found: “a grain or” near 4.2 s".
 * @param words the transcript, as it was aligned
 * @param heard the words of a recogniser for the same recording, which are better evidence; empty without a recogniser
 */
export function describeMissingWords(
  words: readonly PlacedWord[],
  heard: readonly RecognisedWord[] = [],
): string {
  const verdicts = heard.length > 0 ? byHearing(words, heard) : byAlignment(words);
  const missing = verdicts.filter(({ found }) => !found).length;
  const found = words.length - missing;
  if (found === 0) return 'none of its words were found';
  if (found <= HARDLY_ANY * words.length) return `only ${found} of its ${words.length} words were found`;
  // All words may be present although the whole is doubtful.
  if (missing === 0) return 'its words are said too differently, or other words beside them';
  const verb = missing === 1 ? 'was' : 'were';
  return `${missing} of its ${words.length} words ${verb} not found: ${listed(runsOf(verdicts))}`;
}

/**
 * Describes which words of a text were recognised: "21 of 24. Not heard: “a grain or” near 4.2 s", or only "24 of 24".
 * @param heard the words of a recogniser, with their times
 */
export function describeHeardWords(text: string, heard: readonly HeardWord[]): string {
  const words = text.split(/\s+/).filter((word) => comparable(word) !== '');
  const silent = words.map((word) => ({ text: word, atMs: 0, found: false }));
  const verdicts =
    heard.length === 0
      ? silent
      : byHearing(
          words.map((word) => ({ text: word })),
          heard,
        );
  const found = verdicts.filter((verdict) => verdict.found).length;
  const share = `${found} of ${words.length}`;
  if (found === words.length || found <= HARDLY_ANY * words.length) return share;
  return `${share}. Not heard: ${listed(runsOf(verdicts))}`;
}

const byAlignment = (words: readonly PlacedWord[]): Verdict[] =>
  words.map(({ text, startMs, confidence }) => ({ text, atMs: startMs, found: confidence >= DOUBTFUL }));

/** A word counts as found if it is in the longest common subsequence of the transcript and the recognised text. */
function byHearing(words: readonly Pick<PlacedWord, 'text'>[], heard: readonly HeardWord[]): Verdict[] {
  const a = words.map(({ text }) => comparable(text));
  const b = heard.map(({ text }) => comparable(text));
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  let j = 0;
  return words.map(({ text }, i) => {
    const found = lengths[i]![j]! > lengths[i + 1]![j]!;
    while (found && lengths[i]![j + 1] === lengths[i]![j]) j++;
    const atMs = heard[Math.min(j, heard.length - 1)]!.startMs;
    if (found) j++;
    return { text, atMs, found };
  });
}

const comparable = (word: string): string => scoringWords(word).join('');

function runsOf(verdicts: readonly Verdict[]): Verdict[][] {
  const runs: Verdict[][] = [];
  for (const [i, verdict] of verdicts.entries()) {
    if (verdict.found) continue;
    if (i > 0 && !verdicts[i - 1]!.found) runs.at(-1)!.push(verdict);
    else runs.push([verdict]);
  }
  return runs;
}

function listed(runs: readonly Verdict[][]): string {
  const shown = runs.slice(0, MAX_RUNS).map((run) => {
    const text = run.slice(0, MAX_RUN_WORDS).map((word) => word.text);
    const quoted = `“${text.join(' ')}${run.length > MAX_RUN_WORDS ? ' …' : ''}”`;
    return `${quoted} near ${(run[0]!.atMs / 1000).toFixed(1)} s`;
  });
  const more = runs.length > MAX_RUNS ? `, and others after them` : '';
  return shown.join(', ') + more;
}
