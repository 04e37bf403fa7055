import { toAlignment } from '../../../../engine/forced-alignment/align.ts';
import { coarsened } from '../../../../engine/forced-alignment/coarse.ts';
import { frameWords, phonemeClasses } from '../../../../engine/forced-alignment/frame-path.ts';
import { analyseRecording, analyseRendition } from '../../../../engine/forced-alignment/signals.ts';
import type { AlignedWord, Rendition } from '../../../../engine/forced-alignment/types.ts';
import type { ScriptSentence } from '../script/sentences.ts';
import type { AlignedTake, ReadSentence, SentenceFault } from '../types.ts';
import { evenLevels } from './even-levels.ts';
import { extraneousSounds } from './extraneous-sounds.ts';
import { refineByOther } from './other-voices.ts';
import { withoutQuietEdges } from './quiet-edges.ts';
import { chosenReadings, readingsOf } from './readings.ts';
import { refineReadings } from './refine-readings.ts';
import { sentenceParts } from './rendition-parts.ts';
import { scriptGraph } from './script-graph.ts';
import { findScriptPath } from './script-path.ts';
import { weighSentences } from './sentence-evidence.ts';
import { type SentenceVerdict, sentenceVerdicts } from './sentence-verdict.ts';
import { leastMismatches, verdictOf } from './voice-verdict.ts';

export interface TakeInput {
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
  /** The whole script, spoken by one of our synthesizers. */
  readonly rendition: Rendition;
  /** The same in other voices, which also judge its words. */
  readonly others?: readonly Rendition[];
  /** The sentences of the script, in order. */
  readonly sentences: readonly ScriptSentence[];
  readonly script: string;
}

/**
 * Finds each sentence of a script in a recording of a reader, who may have skipped, repeated or misread parts of it.
 * The found sentences are in order in the recording: of several readings the last is used, unless it comes after later
 * sentences that were not read again. Pure and synchronous; takes about a twentieth of the recording's duration. With
 * several voices, each word is judged and located by the voice that fits it best.
 */
export function alignTake(input: TakeInput): AlignedTake {
  const { samples, sampleRate, rendition, others = [], sentences, script } = input;
  const nothing = (): AlignedTake => ({
    sentences: sentences.map((sentence) => skipped(sentence)),
    extraneous: [],
  });
  if (samples.length === 0 || rendition.words.length === 0) return nothing();
  const signal = analyseRecording(evenLevels(samples, sampleRate), sampleRate);
  const signals = { recording: signal.recording, rendition: analyseRendition(rendition, signal) };
  const parts = sentenceParts(rendition, signals.rendition, script, sentences);
  const { phonemes } = signals.rendition;
  const coarse = coarsened(
    signals.recording,
    signals.rendition,
    phonemeClasses(rendition, phonemes),
    frameWords(rendition, phonemes),
  );
  const graph = scriptGraph(rendition, coarse, parts);
  if (coarse.recordingCount === 0 || graph.sentences.length === 0) return nothing();
  const way = findScriptPath(graph, coarse, signals.recording);
  const readings = readingsOf(graph, way.path);
  const chosen = chosenReadings(readings);
  const refined = refineReadings(rendition, signals, parts, { graph, ...way }, chosen);

  const results = new Map<number, ReadSentence>();
  if (refined !== null) {
    const first = verdictOf(refined, [...chosen.keys()]);
    const verdicts = others.flatMap((other) => {
      const beside = refineByOther(refined, { rendition: other, script, sentences }, signal, chosen);
      return beside ? [verdictOf(beside.refined, beside.readings)] : [];
    });
    const best = [first, ...verdicts]
      .filter(({ readings: judged }) => judged.length === chosen.length)
      .reduce((a, b) => (b.advantage > a.advantage ? b : a));
    const { found, rendition: read, words: ranges } = best.refined;
    const mismatches = leastMismatches(best, [first, ...verdicts]);
    const durationMs = (samples.length * 1000) / sampleRate;
    const words = toAlignment(found, read, durationMs, best.evidence).words.map(
      (word, i): AlignedWord => ({ ...word, confidence: 1 / (1 + Math.exp(mismatches[i]!.strict)) }),
    );
    const weighed = weighSentences(found, read, best.evidence, mismatches, ranges);
    const judged = sentenceVerdicts(weighed);
    for (const [i, { sentence }] of chosen.entries()) {
      const { start, end } = ranges[i]!;
      const often = readings.filter((other) => other.sentence === sentence && other.whole).length > 1;
      const own = withoutQuietEdges(words.slice(start, end), signals.recording);
      results.set(sentence, asRead(sentences[sentence]!, own, judged[i]!, often));
    }
  }
  const all = sentences.map((sentence) => results.get(sentence.index) ?? skipped(sentence));
  const extraneous = extraneousSounds(
    signals.recording,
    all.flatMap(({ words }) => words),
  );
  return { sentences: all, extraneous };
}

function asRead(
  { index, text }: ScriptSentence,
  words: readonly AlignedWord[],
  { confidence, isMisread }: SentenceVerdict,
  often: boolean,
): ReadSentence {
  const fault: SentenceFault | null = isMisread ? 'misread' : often ? 'repeated' : null;
  const startMs = words[0]?.startMs ?? 0;
  return { index, text, fault, confidence, words, startMs, endMs: words.at(-1)?.endMs ?? startMs };
}

const skipped = ({ index, text }: ScriptSentence): ReadSentence => ({
  index,
  text,
  fault: 'skipped',
  confidence: 0,
  words: [],
  startMs: 0,
  endMs: 0,
});
