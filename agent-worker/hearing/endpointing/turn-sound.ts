import type { VadWindow } from '../vad/audio-intake.ts';
import { WINDOW_MS } from '../vad/vad-model.ts';
import type { EndOfTurnModel, SoundJudgement } from './end-of-turn-model.ts';
import { endOfTurnModel } from './end-of-turn-models.ts';

/** Sound from before a turn that is kept; it says nothing about the end of the turn. */
const LEAD_WINDOWS = Math.ceil(300 / WINDOW_MS);

/** Judges by the sound of a caller's speech whether the turn is over. */
export class TurnSound {
  readonly #model: EndOfTurnModel;
  readonly #keptWindows: number;
  #windows: Int16Array[] = [];
  #isOver = true;
  #judgement: Promise<SoundJudgement | null> = Promise.resolve(null);

  /** @param model default: that of this process */
  constructor(model = endOfTurnModel()) {
    this.#model = model;
    this.#keptWindows = Math.ceil(model.inputMs / WINDOW_MS);
  }

  /** The judgement of the last silence; null if there was none, or the model failed. */
  get judgement(): Promise<SoundJudgement | null> {
    return this.#judgement;
  }

  push({ samples, before, step }: VadWindow): void {
    this.#windows.push(samples);
    const { change } = step;
    if (change === 'started' || change === 'resumed') this.#judgement = Promise.resolve(null);
    if (change === 'started') this.#isOver = false;
    const kept = this.#isOver ? LEAD_WINDOWS : this.#keptWindows;
    if (this.#windows.length > kept) this.#windows.splice(0, this.#windows.length - kept);
    if (before.speaking && step.accumulatedSilenceMs === this.#model.askAfterMs) {
      this.#judgement = this.#model.judge(this.#windows).catch(() => null);
    }
  }

  /** The next sound belongs to another turn. */
  turnOver(): void {
    this.#isOver = true;
  }
}
