import { BAND_OF_BIN, BANDS, BINS, FRAME_SAMPLES, FrameSpectrum, HOP_SAMPLES, WINDOW } from './bands.ts';
import { DelayFinder, MAX_LAG } from './delay-finder.ts';
import { EchoModel } from './echo-model.ts';

/** State of knowledge about the echo: unknown, absent, or present. */
export type EchoState = 'unknown' | 'none' | 'echo';

/** Sounds as coherent as this, at the same lag for this many frames, can only be an echo. */
const SURE_COHERENCE = 0.2;
const SURE_FRAMES = 5;
/**
 * With a coherence below this after all lags were tested (1 s), or one that is too low after `LAST_TRIAL_FRAMES`, there
 * is no echo.
 */
const INCOHERENT = 0.12;
const TRIAL_FRAMES = MAX_LAG + 8;
const LAST_TRIAL_FRAMES = 90;
/**
 * The first sound in the microphone after the first played sound is either its echo, at about the lag between the two,
 * or not an echo. After this many loud frames (192 ms) the coherence at that lag was at least 0.28 for echoes, and at
 * most 0.12 for callers.
 */
const ONSET_FRAMES = 12;
const ONSET_COHERENT = 0.18;
const SOFT_BEGINNING_FRAMES = 8;
/** A hop is loud if it is 12 dB above the background, and above -50 dBFS. */
const LOUD_ABOVE_NOISE = 16;
const LOUD = 1e-5;
/** The background is the softest hop of the last seconds: its estimate rises by 2.7 dB per second. */
const NOISE_RISE = 1.01;
const LEAST_NOISE = 1e-9;
/**
 * A coherence below the first value for the second duration (2 s in which played sound may be audible) means that the
 * echo is gone.
 */
const LOST_COHERENCE = 0.05;
const LOST_FRAMES = 120;
/** Frames after the last played sound in which it may still be heard. */
const AFTERMATH_FRAMES = MAX_LAG + 16;
/** Played sound below this mean square is silence. */
const SILENCE = 1e-6;
/** The gate stays open for this many frames after the last speech: 96 ms. */
const HOLD_FRAMES = 6;
/** Limit of the withheld sound, above the amount at real time: 2.9 s. */
const MAX_WITHHELD = 2 * LAST_TRIAL_FRAMES;

/**
 * Removes from a microphone's signal what a loudspeaker plays next to it: finds the delay, learns the level of the echo
 * in each band, and passes only bands that contain more; the output is silent while there is only echo. Until it is
 * known whether there is an echo (at most a few seconds of played sound), the output is silent while sound is played;
 * if there is none, `takeWithheld` returns the withheld sound. The output lags the input by one hop. Nothing is changed
 * while nothing is played, or when there is no echo.
 */
export class EchoSuppressor {
  readonly #delay = new DelayFinder();
  readonly #model = new EchoModel();
  readonly #played = new FrameSpectrum();
  readonly #heard = new FrameSpectrum();
  readonly #heardEnergies = new Float64Array(BANDS);
  /** Energies of the played sound, newest first. */
  readonly #history: Float64Array[] = Array.from({ length: MAX_LAG + 2 }, () => new Float64Array(BANDS));
  readonly #frame = new Float64Array(FRAME_SAMPLES);
  #previousPlayed: Float32Array = new Float32Array(HOP_SAMPLES);
  #previousHeard: Float32Array = new Float32Array(HOP_SAMPLES);
  /** The part of the previous frame that overlaps the next hop; null while nothing is changed. */
  #tail: Float64Array | null = null;
  #sinceSound = Number.POSITIVE_INFINITY;
  #state: EchoState = 'unknown';
  #lag = -1;
  #candidate = -1;
  #stableFrames = 0;
  #incoherentFrames = 0;
  #hold = 0;
  /** Mean square of the background noise; null until something was received. */
  #noise: number | null = null;
  /** Hops since the first that was played. */
  #sincePlayed = -1;
  /** The lag of the first loud hop after the first played one, and the number of loud hops. */
  #onset = -1;
  #loudFrames = 0;
  /** Hops that were silenced before it was known whether there is an echo. */
  #withheld: Float32Array[] = [];
  #released: Float32Array[] = [];

  get state(): EchoState {
    return this.#state;
  }

  /** Delay of the echo in ms; null while unknown. */
  get delayMs(): number | null {
    return this.#state === 'echo' ? this.#lag * 16 : null;
  }

  /**
   * @param heard `HOP_SAMPLES` from the microphone (mono, 16 kHz); @param played the same number of samples that the
   *   loudspeaker got at that time. Both are kept until the next call.
   * @returns the previous hop, cleaned
   */
  process(heard: Float32Array, played: Float32Array): Float32Array {
    const energies = this.#history.pop()!;
    this.#history.unshift(energies);
    this.#sinceSound = meanSquare(played) > SILENCE ? 0 : this.#sinceSound + 1;
    this.#listen(heard);
    const output = new Float32Array(HOP_SAMPLES);
    if (this.#sinceSound > AFTERMATH_FRAMES) {
      energies.fill(0);
      this.#settle();
      this.#passOn(output);
    } else {
      this.#played.analyse(this.#previousPlayed, played, energies);
      this.#heard.analyse(this.#previousHeard, heard, this.#heardEnergies);
      this.#delay.push(this.#played, this.#heard);
      this.#decide();
      this.#suppress();
      this.#overlap(output);
    }
    this.#previousPlayed = played;
    this.#previousHeard = heard;
    return output;
  }

  /**
   * The withheld hops, once it is certain that there is no echo: unprocessed, in order, up to the hop before the last
   * returned one. Returned once; otherwise empty.
   */
  takeWithheld(): readonly Float32Array[] {
    const released = this.#released;
    if (released.length > 0) this.#released = [];
    return released;
  }

  /** Notes when the first sound is heard after the first that is played. */
  #listen(heard: Float32Array): void {
    if (this.#state !== 'unknown') return;
    const power = Math.max(meanSquare(heard), LEAST_NOISE);
    const noise = this.#noise ?? power;
    const isLoud = power > LOUD && power > LOUD_ABOVE_NOISE * noise;
    this.#noise = Math.min(noise * NOISE_RISE, power);
    if (this.#sinceSound === 0 || this.#sincePlayed >= 0) this.#sincePlayed++;
    if (this.#sincePlayed < 0 || !isLoud) return;
    if (this.#onset < 0) this.#onset = this.#sincePlayed;
    this.#loudFrames++;
  }

  get #isSurelyNone(): boolean {
    if (this.#loudFrames < ONSET_FRAMES || this.#onset > MAX_LAG) return false;
    return this.#delay.coherenceWithin(this.#onset - SOFT_BEGINNING_FRAMES, this.#onset + 1) < ONSET_COHERENT;
  }

  /** Releases the withheld hops, unless they may be an echo after all. */
  #settle(): void {
    if (this.#withheld.length === 0) return;
    if (this.#state === 'none' || (this.#state === 'unknown' && this.#delay.coherence < INCOHERENT)) {
      this.#released = this.#withheld;
      // The last returned hop continues them instead of fading in.
      this.#tail = null;
    }
    this.#withheld = [];
  }

  #decide(): void {
    const { coherence, lag, evidence } = this.#delay;
    const same = Math.abs(lag - this.#candidate) <= 1;
    this.#candidate = lag;
    this.#stableFrames = coherence >= SURE_COHERENCE && same ? this.#stableFrames + 1 : 0;
    this.#incoherentFrames = coherence < LOST_COHERENCE ? this.#incoherentFrames + 1 : 0;
    if (this.#stableFrames >= SURE_FRAMES && (this.#state !== 'echo' || Math.abs(lag - this.#lag) > 1)) {
      this.#state = 'echo';
      this.#lag = lag;
      this.#model.restart();
    } else if (this.#state === 'echo' && this.#incoherentFrames > LOST_FRAMES) this.#state = 'none';
    else if (this.#state === 'unknown' && this.#loudFrames === ONSET_FRAMES && this.#isSurelyNone) {
      this.#state = 'none';
    } else if (
      this.#state === 'unknown' &&
      evidence > (coherence < INCOHERENT ? TRIAL_FRAMES : LAST_TRIAL_FRAMES)
    ) {
      this.#state = 'none';
    }
  }

  #suppress(): void {
    if (this.#state === 'unknown') {
      this.#withheld.push(this.#previousHeard);
      if (this.#withheld.length > MAX_WITHHELD) this.#withheld.shift();
      this.#silence();
      return;
    }
    this.#settle();
    if (this.#state === 'echo' && !this.#lets()) this.#silence();
  }

  /** Whether there is more than echo; bands that contain only echo are removed. */
  #lets(): boolean {
    // Played sound begins and ends within frames, so one more on either side is used.
    const played = this.#history.slice(Math.max(0, this.#lag - 1), this.#lag + 2);
    const { voice, quiet, passes } = this.#model.judge(this.#heardEnergies, played);
    this.#hold = voice ? HOLD_FRAMES : this.#hold - 1;
    if (this.#hold <= 0 && !quiet) return false;
    const { re, im } = this.#heard;
    for (let bin = 0; bin < BINS; bin++) {
      const band = BAND_OF_BIN[bin]!;
      if (band < 0 ? quiet : passes[band] === 1) continue;
      re[bin] = 0;
      im[bin] = 0;
    }
    return true;
  }

  #silence(): void {
    this.#heard.re.fill(0);
    this.#heard.im.fill(0);
  }

  #overlap(output: Float32Array): void {
    this.#heard.synthesise(this.#frame);
    this.#tail ??= Float64Array.from(this.#previousHeard, (x, i) => x * WINDOW[i + HOP_SAMPLES]! ** 2);
    for (let i = 0; i < HOP_SAMPLES; i++) {
      output[i] = this.#tail[i]! + this.#frame[i]!;
      this.#tail[i] = this.#frame[i + HOP_SAMPLES]!;
    }
  }

  #passOn(output: Float32Array): void {
    if (this.#tail === null) output.set(this.#previousHeard);
    else {
      for (let i = 0; i < HOP_SAMPLES; i++) {
        output[i] = this.#tail[i]! + this.#previousHeard[i]! * WINDOW[i]! ** 2;
      }
    }
    this.#tail = null;
  }
}

function meanSquare(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i]! ** 2;
  return sum / samples.length;
}
