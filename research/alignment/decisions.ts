import { percentile } from '../../bench/stats.ts';
import { CALIBRATION_TEXTS, isSaid } from '../../cloning/research.ts';
import { MIN_CONFIDENCE, type VoiceSource } from '../../engine/research.ts';
import { conditions } from './accuracy.ts';
import type { Clip } from './corpus.ts';
import type { Evidence, EvidenceCollector } from './evidence-collector.ts';
import type { Renderer } from './renderer.ts';
import { type Sound, speechless } from './sounds.ts';
import { TEXTS } from './texts.ts';
import { WRONGS, wrongTexts } from './wrong-texts.ts';

export interface DecisionFigures {
  readonly name: string;
  readonly count: number;
  /** Transcripts accepted by the alignment alone. */
  readonly aligned: number;
  /** Transcripts accepted when the recogniser is used, too. */
  readonly accepted: number;
  /** Recordings that had to be recognised for that. */
  readonly asked: number;
  /** 5th, 50th and 95th percentile. */
  readonly confidence: readonly number[];
  /** The same percentiles of the word error rate; empty without a recogniser. */
  readonly errorRate: readonly number[];
}

/** Evidence and expected verdict for one recording and transcript. */
export interface Verdict extends Evidence {
  readonly name: string;
  readonly speaker: string;
}

/** Word error rate of a transcript against the recognised text; NaN without a recogniser. */
export const errorRate = ({ heard }: Evidence): number =>
  heard === null ? Number.NaN : heard.errors / Math.max(1, heard.words);

/** Concurrent trials. */
const AHEAD = 4;

interface Trial {
  readonly name: string;
  readonly speaker: string;
  readonly sound: Sound;
  readonly text: string;
  readonly lang: string;
}

/**
 * Judges recordings of people with right and wrong transcripts. The speaker is the part of a name before the first
 * hyphen.
 */
export function judgeClips(collector: EvidenceCollector, clips: readonly Clip[]): Promise<Verdict[]> {
  const corpusOf = (lang: string): string[] =>
    clips.filter((clip) => clip.lang === lang).map(({ text }) => text);
  const speaker = ({ name }: Clip): string => name.split('-')[0]!;
  return judge(
    collector,
    clips.flatMap((clip) => trialsOf(speaker(clip), clip, clip.text, corpusOf(clip.lang), clip.lang)),
  );
}

/** Judges our own voices with right and wrong transcripts. */
export async function judgeGenerated(
  collector: EvidenceCollector,
  renderer: Renderer,
  standard: VoiceSource,
): Promise<Verdict[]> {
  const trials: Trial[] = [];
  for (const [index, { name, voice, saying, change }] of conditions(standard).entries()) {
    const text = TEXTS[index % TEXTS.length]!;
    const spoken = await renderer.speak(voice, text, saying);
    trials.push(...trialsOf(name, change?.(spoken) ?? spoken, text, TEXTS));
  }
  return judge(collector, trials);
}

/** Judges sounds without speech against every text. */
export function judgeSpeechless(collector: EvidenceCollector): Promise<Verdict[]> {
  const trials = speechless(8).flatMap(([name, sound]) =>
    TEXTS.map((text) => ({ name, speaker: name, sound, text, lang: 'en' })),
  );
  return judge(collector, trials);
}

function trialsOf(
  speaker: string,
  sound: Sound,
  text: string,
  corpus: readonly string[],
  lang = 'en',
): Trial[] {
  const wrong = wrongTexts(text, corpus);
  const other = lang === 'en' ? 'de' : 'en';
  return [
    { name: 'right', speaker, sound, text, lang },
    ...WRONGS.map((name) => ({ name, speaker, sound, text: wrong[name], lang })),
    { name: 'another language', speaker, sound, text: CALIBRATION_TEXTS[other], lang: other },
  ];
}

async function judge(collector: EvidenceCollector, trials: readonly Trial[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const begun: Promise<Evidence>[] = [];
  for (const [index, { name, speaker }] of trials.entries()) {
    // Voices synthesize the next trials while others are aligned and recognised.
    for (const { sound, text, lang } of trials.slice(begun.length, index + AHEAD)) {
      const evidence = collector.evidence(sound, text, lang);
      // Failures are reported when it is this trial's turn.
      evidence.catch(() => undefined);
      begun.push(evidence);
    }
    verdicts.push({ name, speaker, ...(await begun[index]!) });
  }
  return verdicts;
}

/** Returns the verdicts by kind, in order of appearance. */
export function figuresOf(verdicts: readonly Verdict[]): DecisionFigures[] {
  return [...new Set(verdicts.map(({ name }) => name))].map((kind) => {
    const own = verdicts.filter(({ name }) => name === kind);
    const count = (holds: (verdict: Verdict) => boolean): number => own.filter(holds).length;
    const percentiles = (values: readonly number[]): number[] =>
      [5, 50, 95].map((p) => percentile(values, p));
    // The recogniser is needed if its best and its worst result lead to different decisions.
    const matters = ({ confidence }: Verdict): boolean =>
      isSaid(confidence, { errors: 0, words: 1 }) && !isSaid(confidence, { errors: 1, words: 1 });
    return {
      name: kind,
      count: own.length,
      aligned: count(({ confidence }) => confidence >= MIN_CONFIDENCE),
      accepted: count(({ confidence, heard }) => isSaid(confidence, heard)),
      asked: count(matters),
      confidence: percentiles(own.map(({ confidence }) => confidence)),
      errorRate: own.some(({ heard }) => heard) ? percentiles(own.map(errorRate)) : [],
    };
  });
}
