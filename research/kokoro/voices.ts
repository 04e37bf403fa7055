/** `npm run eval:kokoro -- voices`: measures every voice. */
import { existsSync, readFileSync } from 'node:fs';
import { toText } from '../../bench/report/table.ts';
import { KokoroSynthesizer } from '../../engine/research.ts';
import { trackPitch } from '../../media/pitch.ts';
import { mean, quantileNearest } from '../../media/statistics.ts';
import { type Sound, seconds } from '../cloning/sound.ts';
import { say, writePage } from '../evaluation.ts';
import { brightnessHz } from './brightness.ts';
import { readCast } from './cast.ts';
import type { VoicesOptions } from './options.ts';
import { meanQuality, Raters, type Rating, wordErrorPercent } from './ratings.ts';
import { type Rendered, stream } from './rendering.ts';
import { sentencesOf } from './sentences.ts';
import { pageWith, type VoiceFigures, voicesTable } from './voices-page.ts';

export async function measureVoices(options: VoicesOptions, signal: AbortSignal): Promise<void> {
  const { modelPath, actors, espeak } = await readCast(options.voices);
  const raters = await Raters.load();
  const model = await KokoroSynthesizer.loadModel(modelPath);
  try {
    const figures: VoiceFigures[] = [];
    for (const actor of actors) {
      const sounds: Rendered[] = [];
      const ratings: Rating[] = [];
      for (const text of sentencesOf(actor.lang, options.sentences)) {
        signal.throwIfAborted();
        const sound = await stream(model, actor, text, espeak);
        sounds.push(sound);
        ratings.push(await raters.rate(sound, actor.lang === 'en'));
      }
      figures.push({
        actor,
        quality: meanQuality(ratings),
        wordErrorPercent: wordErrorPercent(ratings),
        cpuMsPerSecond: total(sounds, ({ cpuMs }) => cpuMs) / total(sounds, seconds),
        pitchHz: medianPitch(sounds),
        wordsPerMinute: (60 * total(sounds, wordsOf)) / total(sounds, soundSeconds),
        brightnessHz: mean(sounds.map(brightnessHz)),
      });
      say(voicesTable(figures).rows.at(-1)?.join('  ') ?? '');
    }
    process.stdout.write(`${toText(voicesTable(figures))}\n`);
    const { page } = options;
    if (page !== null) {
      const before = existsSync(page) ? readFileSync(page, 'utf8') : null;
      await writePage(page, pageWith(before, figures, options.sentences));
    }
  } finally {
    await Promise.all([raters.close(), model.release()]);
  }
}

const total = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

const wordsOf = ({ text }: Rendered): number =>
  text.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length;

/** Threshold of silence, relative to the peak of the envelope. */
const QUIET = 0.02;

/** Duration without the silence at either end. */
function soundSeconds({ samples, sampleRate }: Sound): number {
  const least = QUIET * samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  const first = samples.findIndex((sample) => Math.abs(sample) > least);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > least);
  return (last - first + 1) / sampleRate;
}

function medianPitch(sounds: readonly Sound[]): number {
  const voiced = sounds.flatMap(({ samples, sampleRate }) =>
    [...trackPitch(samples, sampleRate).f0Hz].filter((hz) => hz > 0),
  );
  return quantileNearest(voiced, 0.5);
}
