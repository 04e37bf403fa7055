/** Delay before the first sample, in seconds: enough to schedule it in time, and too short to be noticed. */
const LEAD_SECONDS = 0.04;

let shared: AudioContext | null = null;

/**
 * Returns the shared audio context, at the rate of speech, so that chunks join exactly at a sample and are not
 * resampled separately. Call it in a handler of a click or a key, because browsers do not let a page play sound before.
 */
export function speakers(): AudioContext {
  shared ??= new AudioContext({ sampleRate: 24_000, latencyHint: 'interactive' });
  void shared.resume();
  return shared;
}

interface Span {
  /** Time of the audio context, in seconds. */
  readonly at: number;
  readonly fromMs: number;
  readonly ms: number;
}

/** Plays sound that is still arriving, without gaps, and tracks the playback position. */
export class Player {
  readonly #context: AudioContext;
  readonly #out: GainNode;
  readonly #sources = new Set<AudioBufferSourceNode>();
  readonly #spans: Span[] = [];
  #dueAt = 0;
  #pushedMs = 0;
  #isComplete = false;
  #isStopped = false;
  /** Resolves when all pushed sound has been played, or playback was stopped. */
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  /**
   * @param fromMs position of the first sample in the stream
   * @param destination node that the sound is sent to
   */
  constructor(fromMs = 0, context: AudioContext = speakers(), destination: AudioNode = context.destination) {
    this.#context = context;
    this.#out = context.createGain();
    this.#out.connect(destination);
    this.#pushedMs = fromMs;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** @param samples mono, at the rate of the context */
  push(samples: Float32Array<ArrayBuffer>): void {
    if (this.#isStopped || samples.length === 0) return;
    const { currentTime, sampleRate } = this.#context;
    const buffer = this.#context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#out);
    if (this.#dueAt < currentTime) this.#dueAt = currentTime + LEAD_SECONDS;
    source.start(this.#dueAt);
    const ms = buffer.duration * 1000;
    this.#spans.push({ at: this.#dueAt, fromMs: this.#pushedMs, ms });
    this.#dueAt += buffer.duration;
    this.#pushedMs += ms;
    this.#sources.add(source);
    source.onended = () => {
      this.#sources.delete(source);
      source.disconnect();
      this.#settle();
    };
  }

  /** Marks the end: nothing more will be pushed. */
  complete(): void {
    this.#isComplete = true;
    this.#settle();
  }

  /** Stops playback immediately and permanently. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#out.disconnect();
    for (const source of this.#sources) {
      source.onended = null;
      source.stop();
    }
    this.#sources.clear();
    this.#end();
  }

  /** Whether sound is still to be played. */
  get isPlaying(): boolean {
    return this.#sources.size > 0;
  }

  /** Playback position in the stream. Accounts for gaps and output latency. */
  get positionMs(): number {
    const now = this.#context.currentTime - (this.#context.outputLatency || 0);
    for (let i = this.#spans.length - 1; i >= 0; i--) {
      const { at, fromMs, ms } = this.#spans[i]!;
      if (at <= now) return Math.min(fromMs + (now - at) * 1000, fromMs + ms);
    }
    return this.#spans[0]?.fromMs ?? this.#pushedMs;
  }

  #settle(): void {
    if (this.#isComplete && this.#sources.size === 0) this.#end();
  }
}
