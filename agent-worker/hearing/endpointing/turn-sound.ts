import type { VadWindow } from '../vad/audio-intake.ts';
import { WINDOW_MS } from '../vad/vad-model.ts';
import { endOfTurnProbability, MODEL_INPUT_MS } from './end-of-turn-model.ts';
import { ASK_END_OF_TURN_MODEL_MS } from './endpointing.ts';

const KEPT_WINDOWS = Math.ceil(MODEL_INPUT_MS / WINDOW_MS);

/** How a caller's speech sounds where it falls silent: as if the turn were over, or as if there were more to come. */
export class TurnSound {
  readonly #judge: typeof endOfTurnProbability;
  #windows: Int16Array[] = [];
  #soundsOver: Promise<number | null> = Promise.resolve(null);

  /** @param judge default: the local model */
  constructor(judge = endOfTurnProbability) {
    this.#judge = judge;
  }

  /** How probably the turn was over in the last silence, 0 to 1; null where there was none, or the model failed. */
  get soundsOver(): Promise<number | null> {
    return this.#soundsOver;
  }

  push({ samples, before, step }: VadWindow): void {
    this.#windows.push(samples);
    if (this.#windows.length > KEPT_WINDOWS) this.#windows.shift();
    if (step.change === 'started' || step.change === 'resumed') this.#soundsOver = Promise.resolve(null);
    if (before.speaking && step.accumulatedSilenceMs === ASK_END_OF_TURN_MODEL_MS) {
      this.#soundsOver = this.#judge(this.#windows).catch(() => null);
    }
  }
}
