/** Before the first sample: enough to have it scheduled in time, and too short to be noticed. */
const LEAD_SECONDS = 0.04;

let shared: AudioContext | null = null;

/**
 * The one way to the loudspeakers, at the rate of speech, so that neighbouring chunks meet at a sample and are not
 * resampled one by one. Call it in answer to a click or a key: browsers let no page sound before.
 */
export function speakers(): AudioContext {
  shared ??= new AudioContext({ sampleRate: 24_000, latencyHint: 'interactive' });
  void shared.resume();
  return shared;
}

interface Span {
  /** In the time of the context, seconds. */
  readonly at: number;
  readonly fromMs: number;
  readonly ms: number;
}

/** Plays sound that is still arriving, without a gap, and knows what is heard at the moment. */
export class Player {
  readonly #context: AudioContext;
  readonly #out: GainNode;
  readonly #sources = new Set<AudioBufferSourceNode>();
  readonly #spans: Span[] = [];
  #dueAt = 0;
  #pushedMs = 0;
  #isComplete = false;
  #isStopped = false;
  /** Resolves when all that was pushed has been heard, or it was stopped. */
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  /**
   * @param fromMs where in the stream the first sample lies
   * @param destination what the sound goes through
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

  /** Nothing more will be pushed. */
  complete(): void {
    this.#isComplete = true;
    this.#settle();
  }

  /** Silence, at once and for good. */
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

  /** Whether something is still to be heard. */
  get isPlaying(): boolean {
    return this.#sources.size > 0;
  }

  /** Where in the stream the listener is: gaps and the way to the loudspeaker are accounted for. */
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
