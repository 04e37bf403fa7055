import { levelOf } from './level.ts';

/** Looked at so often; what it looks at is longer, so that nothing is missed. */
const EVERY_MS = 50;
const WINDOW_SAMPLES = 2048;

/** Tells how loud it is at a place in the sound, again and again, until it is closed. */
export class Meter {
  /** Connect to it what is to be measured; it hands on what it gets. */
  readonly node: AnalyserNode;
  readonly #timer: number;

  /** @param onLevel called with decibels of full scale */
  constructor(context: BaseAudioContext, onLevel: (db: number) => void) {
    this.node = context.createAnalyser();
    this.node.fftSize = WINDOW_SAMPLES;
    const samples = new Float32Array(WINDOW_SAMPLES);
    this.#timer = window.setInterval(() => {
      this.node.getFloatTimeDomainData(samples);
      onLevel(levelOf(samples));
    }, EVERY_MS);
  }

  close(): void {
    clearInterval(this.#timer);
    this.node.disconnect();
  }
}
