import { levelOf } from './level.ts';

/** Interval of measurements, in ms. The measured window is longer, so that nothing is missed. */
const EVERY_MS = 50;
const WINDOW_SAMPLES = 2048;

/** Reports the level at a place in the audio graph at intervals, until it is closed. */
export class Meter {
  /** The node to which the measured signal is connected. It passes the signal on. */
  readonly node: AnalyserNode;
  readonly #timer: number;

  /** @param onLevel called with a level in dBFS */
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
