import { type AlignedTake, alignTake, type ReadSentence, scriptSentences } from '../../cloning/research.ts';
import type { TimeSpan, VoiceSource } from '../../engine/research.ts';
import type { Renderer } from './renderer.ts';
import { type LineTruth, type Material, MISHAPS, type Mishap, makeTake, type Take } from './takes.ts';

/** Tolerance for the place of a sentence around its true reading, in ms, because a reading is surrounded by silence. */
const PLACE_MS = 300;

/** Verdicts on the lines of some takes. */
export interface TakeFigures {
  readonly mishap: Mishap;
  takes: number;
  /** Takes without any wrong verdict. */
  right: number;
  /** Lines read as written, once. */
  clean: number;
  /** Clean lines that were reported as skipped or misread, or found in a wrong place. */
  falseAlarms: number;
  /** Lines skipped or misread. */
  faulty: number;
  /** Faulty lines that were accepted: the error that degrades a voice. */
  missed: number;
  /** Lines read more than once. */
  repeated: number;
  /** Repeated lines that were found once and whose repetition was detected. */
  repeatedFound: number;
  /** Sounds that belong to no reading. */
  extraneous: number;
  extraneousFound: number;
  /** False detections of extraneous sounds. */
  extraneousInvented: number;
  /** CPU time of the alignment, per second of recording. */
  cpuMs: number;
  seconds: number;
}

const newFigures = (mishap: Mishap): TakeFigures => ({
  mishap,
  takes: 0,
  right: 0,
  clean: 0,
  falseAlarms: 0,
  faulty: 0,
  missed: 0,
  repeated: 0,
  repeatedFound: 0,
  extraneous: 0,
  extraneousFound: 0,
  extraneousInvented: 0,
  cpuMs: 0,
  seconds: 0,
});

/** Judges takes of every material with every mishap, using renditions by the standard voice. */
export async function judgeTakes(
  renderer: Renderer,
  standard: VoiceSource,
  materials: readonly Material[],
): Promise<TakeFigures[]> {
  const figures = MISHAPS.map(newFigures);
  for (const [index, material] of materials.entries()) {
    // The voice synthesizes the next script while one take is aligned.
    const takes = await Promise.all(MISHAPS.map((mishap, i) => makeTake(material, mishap, 100 * index + i)));
    const renditions = takes.map(({ script }) => renderer.speak(standard, script));
    for (const [i, take] of takes.entries()) {
      const rendition = await renditions[i]!;
      const sentences = scriptSentences(take.script);
      const before = process.cpuUsage();
      const aligned = alignTake({ ...take, rendition, sentences });
      const { user, system } = process.cpuUsage(before);
      const own = figures[i]!;
      own.cpuMs += (user + system) / 1000;
      own.seconds += take.samples.length / take.sampleRate;
      judge(take, aligned, sentences, own);
    }
  }
  return figures;
}

function judge(
  take: Take,
  aligned: AlignedTake,
  sentences: readonly { readonly start: number }[],
  figures: TakeFigures,
): void {
  const lineOf = (index: number): number =>
    take.starts.findLastIndex((start) => sentences[index]!.start >= start);
  let errors = 0;
  for (const [line, truth] of take.truth.entries()) {
    const read = aligned.sentences.filter(({ index }) => lineOf(index) === line);
    const rejected = read.some(({ fault }) => fault === 'skipped' || fault === 'misread');
    const placed = read.every((sentence) => isInPlace(sentence, truth));
    if (truth.fault === 'skipped' || truth.fault === 'misread') {
      figures.faulty++;
      if (!rejected) {
        figures.missed++;
        errors++;
      }
      continue;
    }
    const wrong = rejected || !placed;
    if (truth.fault === 'repeated') {
      figures.repeated++;
      if (!wrong && read.some(({ fault }) => fault === 'repeated')) figures.repeatedFound++;
      else errors++;
    } else {
      figures.clean++;
      if (wrong) {
        figures.falseAlarms++;
        errors++;
      }
    }
  }
  figures.takes++;
  if (errors === 0) figures.right++;
  for (const sound of take.extraneous) {
    figures.extraneous++;
    if (aligned.extraneous.some((found) => overlapMs(found, sound) > 0)) figures.extraneousFound++;
  }
  figures.extraneousInvented += aligned.extraneous.filter((found) =>
    take.extraneous.every((sound) => overlapMs(found, sound) <= 0),
  ).length;
}

const overlapMs = (a: TimeSpan, b: TimeSpan): number =>
  Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs);

function isInPlace(sentence: ReadSentence, { reading }: LineTruth): boolean {
  if (reading === null) return false;
  return sentence.startMs >= reading.startMs - PLACE_MS && sentence.endMs <= reading.endMs + PLACE_MS;
}
