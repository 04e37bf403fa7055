import { align, MIN_CONFIDENCE } from '../../engine/alignment/align.ts';
import type { VoiceSource } from '../../engine/lanes/protocol.ts';
import { percentile } from '../stats.ts';
import { conditions } from './accuracy.ts';
import type { Clip } from './corpus.ts';
import type { Renderer } from './renderer.ts';
import { type Sound, speechless } from './sounds.ts';
import { TEXTS } from './texts.ts';
import { WRONGS, wrongTexts } from './wrong-texts.ts';

export interface DecisionFigures {
  readonly name: string;
  readonly count: number;
  /** Share that was taken for right. */
  readonly accepted: number;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
}

/** What was thought of one recording and transcript. */
export interface Verdict {
  readonly name: string;
  readonly seconds: number;
  readonly confidence: number;
}

interface Trial {
  readonly name: string;
  readonly sound: Sound;
  readonly text: string;
}

/** Recordings of people with right and wrong transcripts. */
export function judgeClips(
  renderer: Renderer,
  standard: VoiceSource,
  clips: readonly Clip[],
): Promise<Verdict[]> {
  const corpus = clips.map(({ text }) => text);
  return judge(
    renderer,
    standard,
    clips.flatMap((clip) => trialsOf(clip, clip.text, corpus)),
  );
}

/** Our own voices with right and wrong transcripts. */
export async function judgeGenerated(renderer: Renderer, standard: VoiceSource): Promise<Verdict[]> {
  const trials: Trial[] = [];
  for (const [index, { voice, saying, change }] of conditions(standard).entries()) {
    const text = TEXTS[index % TEXTS.length]!;
    const spoken = await renderer.speak(voice, text, saying);
    trials.push(...trialsOf(change?.(spoken) ?? spoken, text, TEXTS));
  }
  return judge(renderer, standard, trials);
}

/** Sounds without any speech, against every text. */
export function judgeSpeechless(renderer: Renderer, standard: VoiceSource): Promise<Verdict[]> {
  const trials = speechless(8).flatMap(([name, sound]) => TEXTS.map((text) => ({ name, sound, text })));
  return judge(renderer, standard, trials);
}

function trialsOf(sound: Sound, text: string, corpus: readonly string[]): Trial[] {
  const wrong = wrongTexts(text, corpus);
  return [{ name: 'right', sound, text }, ...WRONGS.map((name) => ({ name, sound, text: wrong[name] }))];
}

async function judge(
  renderer: Renderer,
  standard: VoiceSource,
  trials: readonly Trial[],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  // The synthesizer works on the trials to come while one is aligned.
  const ahead = 3;
  for (const [index, { name, sound, text }] of trials.entries()) {
    for (const next of trials.slice(index + 1, index + 1 + ahead)) {
      renderer.speak(standard, next.text).catch(() => undefined);
    }
    const rendition = await renderer.speak(standard, text);
    const { confidence } = align(rendition, sound.samples, sound.sampleRate);
    verdicts.push({ name, seconds: sound.samples.length / sound.sampleRate, confidence });
    // Lets answers of the lanes in.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return verdicts;
}

/** Verdicts of each kind, in order of appearance. */
export function figuresOf(verdicts: readonly Verdict[]): DecisionFigures[] {
  return [...new Set(verdicts.map(({ name }) => name))].map((kind) => {
    const values = verdicts.filter(({ name }) => name === kind).map(({ confidence }) => confidence);
    return {
      name: kind,
      count: values.length,
      accepted: values.filter((value) => value >= MIN_CONFIDENCE).length / values.length,
      p5: percentile(values, 5),
      median: percentile(values, 50),
      p95: percentile(values, 95),
    };
  });
}
