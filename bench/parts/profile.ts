/** Measures the steps before the first audio, each on one thread, and the same sentence through the engine. */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '../../engine/lanes/prepare.ts';
import type { PrepareRequest } from '../../engine/lanes/protocol.ts';
import { render } from '../../engine/lanes/render.ts';
import { parsePiece } from '../../engine/speech/parsed-text.ts';
import { windowEnd } from '../../engine/speech/windows.ts';
import { espeakSource } from '../../engine/synthesis/families/espeak/source.ts';
import type { VitsModel } from '../../engine/synthesis/families/vits/model.ts';
import { VitsSynthesizer } from '../../engine/synthesis/families/vits/synthesizer.ts';
import type { Synthesizer } from '../../engine/synthesis/synthesizer.ts';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import { TextCutter } from '../../language/text/cutter.ts';
import type { TrimRule } from '../../media/trim-silence.ts';
import { parsePiperConfig } from '../../model-files/piper-config.ts';
import { PARLEY_RATE } from '../load/speaker.ts';
import { PROFILE_STEPS, type ProfileFigures, type ProfileRow, type ProfileStep } from '../report/figures.ts';
import { median } from '../stats.ts';
import { SIZES, type Size } from '../texts.ts';
import type { Context } from './context.ts';
import { speak, startEngine } from './engine.ts';

const REPETITIONS = { full: 24, quick: 3 } as const;
/** Number of warm-ups, which are not counted, so that everything is compiled. */
const WARM_UPS = 12;
const REST_MS = 100;
const CONTROLS = { speed: 1, temperature: null, topK: null, seed: 1 } as const;

type Steps = Record<Exclude<ProfileStep, 'between'>, number>;

export async function measureProfile(context: Context): Promise<ProfileFigures> {
  const alone = await StepByStep.load(context);
  const engine = await startEngine(context);
  const count = context.quick ? REPETITIONS.quick : REPETITIONS.full;
  try {
    const rows: ProfileRow[] = [];
    for (const { size, texts } of SIZES) {
      context.say(`steps before the first sound, ${size}`);
      const text = (turn: number): string => texts[turn % texts.length] ?? '';
      for (let turn = 0; turn < WARM_UPS; turn++) {
        await alone.measure(text(turn));
        await speak(engine, text(turn));
      }
      const steps: Steps[] = [];
      const whole: number[] = [];
      for (let turn = 0; turn < count; turn++) {
        await sleep(REST_MS);
        steps.push(await alone.measure(text(turn)));
        await sleep(REST_MS);
        whole.push((await speak(engine, text(turn))).firstAudioMs);
      }
      rows.push(row(size, steps, median(whole)));
    }
    return { rows, repetitions: count };
  } finally {
    await engine.close();
    await alone.close();
  }
}

function row(size: Size['size'], measured: readonly Steps[], wholeMs: number): ProfileRow {
  let between = wholeMs;
  const steps: [ProfileStep, number][] = PROFILE_STEPS.map((step) => {
    if (step === 'between') return [step, Math.max(0, between)];
    const ms = median(measured.map((one) => one[step]));
    between -= ms;
    return [step, ms];
  });
  return { size, wholeMs, stepsMs: Object.fromEntries(steps) as ProfileRow['stepsMs'] };
}

/** Runs the steps of a lane with two idle cores up to the first window, without the lane around it. */
class StepByStep {
  readonly #espeak: Espeak;
  readonly #model: VitsModel;
  readonly #synthesizer: Synthesizer;
  /** Time spent in the model since it was last set to 0. */
  #modelMs = 0;

  private constructor(espeak: Espeak, model: VitsModel, synthesizer: Synthesizer) {
    this.#espeak = espeak;
    this.#model = model;
    const timed = async <T>(work: Promise<T>): Promise<T> => {
      const beganMs = performance.now();
      const result = await work;
      this.#modelMs += performance.now() - beganMs;
      return result;
    };
    this.#synthesizer = {
      espeakVoice: synthesizer.espeakVoice,
      prepare: (...args) => timed(synthesizer.prepare(...args)),
      render: (...args) => timed(synthesizer.render(...args)),
    };
  }

  static async load({ modelPath, configPath }: Context): Promise<StepByStep> {
    const config = parsePiperConfig(JSON.parse(await readFile(configPath, 'utf8')));
    const model = await VitsSynthesizer.loadModel(modelPath, true);
    return new StepByStep(await Espeak.load(), model, new VitsSynthesizer(model, config, 0));
  }

  close(): Promise<void> {
    return this.#model.release();
  }

  /** @throws Error for a text without audio */
  async measure(text: string): Promise<Steps> {
    let atMs = performance.now();
    const lap = (): number => {
      const beganMs = atMs;
      atMs = performance.now();
      return atMs - beganMs;
    };
    const step = async <T>(run: () => Promise<T>): Promise<{ result: T; model: number; around: number }> => {
      this.#modelMs = 0;
      const result = await run();
      return { result, model: this.#modelMs, around: lap() - this.#modelMs };
    };
    const request = firstPhrase(text);
    const cut = lap();
    const prepared = await step(() => prepare(request, this.#synthesizer, this.#espeak, true));
    const { state, sampleRate, ...plan } = prepared.result;
    if (state === null) throw new Error('the benchmark needs a text that sounds');
    const window = {
      kind: 'render',
      voice: request.voice,
      state,
      from: 0,
      to: windowEnd(plan, 0, 0, 'one', 0),
      output: { rate: PARLEY_RATE, encoding: 'pcm_linear', trim: null, resampler: null },
      sampleRate,
      trim: UNTRIMMED,
      last: false,
      urgent: true,
    } as const;
    const rendered = await step(() => render(window, this.#synthesizer, true));
    return {
      cut,
      read: prepared.around,
      text: prepared.model,
      window: rendered.model,
      encode: rendered.around,
    };
  }
}

const UNTRIMMED: TrimRule = {
  leadSamples: 0,
  tailSamples: 0,
  isTight: false,
  onsetBy: 0,
  endsAfter: Number.POSITIVE_INFINITY,
  endsBy: Number.POSITIVE_INFINITY,
  mostHeld: 0,
};

/** Returns the request to a lane for the beginning of a text. */
function firstPhrase(text: string): PrepareRequest {
  const cutter = new TextCutter({ lang: 'en' });
  const [piece] = [...cutter.push(text), ...cutter.flush()];
  const [item] = piece ? parsePiece(piece.text, { start: piece.start, lang: 'en', ipaKey: null }) : [];
  if (!piece || item?.kind !== 'phrase') throw new Error('the benchmark needs a text that begins with words');
  return {
    kind: 'prepare',
    voice: espeakSource('en-us'),
    lang: 'en',
    ipaKey: null,
    source: piece.text,
    segments: item.segments,
    ending: '.',
    controls: CONTROLS,
    urgent: true,
  };
}
