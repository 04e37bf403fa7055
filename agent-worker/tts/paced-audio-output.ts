import { ReadableStream } from 'node:stream/web';
import { AudioOutput } from '@livekit/agents';
import type { AudioFrame } from '@livekit/rtc-node';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';
import type { Door } from '../door.ts';
import { type SpokenUtterance, utteranceOf } from './spoken-utterance.ts';

/** How often the clock is checked: half a frame. */
const TICK_MS = 10;
/** Limit of audio taken from the session but not handed over yet; beyond it the session waits. */
const MAX_QUEUED_MS = 500;
/** Delay of a listener behind the clock, caused by the network and its own buffer. */
const LISTENER_DELAY_MS = 80;
/** Longer words, such as numbers, are not repeated from their beginning after a pause. */
const MAX_REPEATED_MS = 1000;

/** One stretch of speech between two flushes. */
interface Segment {
  frames: Int16Array[];
  /** Number of `frames` that were handed to the door; frames before the playhead are removed. */
  handed: number;
  /** Samples in the removed frames. */
  forgottenSamples: number;
  utterance: SpokenUtterance | null;
  /** No more frames will be added. */
  complete: boolean;
  /** When its first sample would have been heard if no audio had been late; null before it began. */
  startedAtMs: number | null;
  /** How much of it had been heard before a pause, in ms. */
  heardMs: number;
  readonly transcript: Transcript;
}

/** Notified of what the listener hears. */
export interface PlaybackObserver {
  /**
   * The agent became audible, or silent (at an end, a pause or an interruption).
   * @param leftMs duration of the speech that was not heard; Infinity if unknown
   */
  audible(audible: boolean, leftMs: number): void;
  /** The current audio stops before its end, by a pause or an interruption; the door then drops the rest. */
  stopped(): void;
  /** A frame was handed over. */
  handed(samples: Int16Array, atMs: number): void;
}

/** The text of a segment, streamed in time with its playback. */
class Transcript {
  readonly stream: ReadableStream<string>;
  #controller: ReadableStreamDefaultController<string> | null = null;
  #sent = 0;

  constructor() {
    this.stream = new ReadableStream<string>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#controller = null;
      },
    });
  }

  heard(text: string, offset: number): void {
    if (offset <= this.#sent) return;
    this.#controller?.enqueue(text.slice(this.#sent, offset));
    this.#sent = offset;
  }

  /** The following audio belongs to another text. */
  restart(): void {
    this.#sent = 0;
  }

  close(): void {
    this.#controller?.close();
    this.#controller = null;
  }
}

/**
 * The agent's audio output, the same behind all doors: paces audio by the clock, with a lead so short that a pause
 * takes effect at once, and knows which words were heard. After a pause it continues with the word that was being
 * heard.
 */
export class PacedAudioOutput extends AudioOutput {
  readonly #door: Door;
  readonly #observer: PlaybackObserver;
  readonly #segments: Segment[] = [];
  #paused = false;
  #audible = false;
  #timer: NodeJS.Timeout | null = null;
  #onSpace: (() => void)[] = [];
  #closed = false;

  constructor(door: Door, observer: PlaybackObserver) {
    super(AGENT_SAMPLE_RATE, undefined, { pause: true });
    this.#door = door;
    this.#observer = observer;
  }

  /** The words of the next segment, each delivered when it has been heard; ends with the segment. */
  nextTranscript(): ReadableStream<string> {
    return this.#open().transcript.stream;
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    const utterance = utteranceOf(frame.userdata);
    utterance?.taken(frame.samplesPerChannel);
    if (this.#closed || utterance?.isAbandoned) return;
    await super.captureFrame(frame);
    const segment = this.#open();
    segment.utterance ??= utterance;
    segment.frames.push(frame.data);
    this.#tick();
    while (!this.#closed && this.#segments.includes(segment) && this.#queuedMs(segment) > MAX_QUEUED_MS) {
      await new Promise<void>((resolve) => this.#onSpace.push(resolve));
    }
  }

  override flush(): void {
    super.flush();
    const segment = this.#segments.at(-1);
    if (!segment || segment.complete) return;
    segment.complete = true;
    if (segment.frames.length === 0 && segment.forgottenSamples === 0) {
      // The segment had no audio, so nothing waits for its playback.
      this.#segments.pop();
      segment.transcript.close();
      return;
    }
    this.#tick();
  }

  override clearBuffer(): void {
    for (const segment of [...this.#segments]) this.#finish(segment, true);
  }

  override pause(): void {
    super.pause();
    if (this.#paused) return;
    this.#paused = true;
    const segment = this.#segments[0];
    if (segment) this.#rewind(segment);
    this.#setAudible(false);
  }

  override resume(): void {
    super.resume();
    if (!this.#paused) return;
    this.#paused = false;
    this.#tick();
  }

  /** Stops an utterance at once, before the session has cleaned up after an interruption. */
  cut(utterance: SpokenUtterance): void {
    utterance.abandon();
    for (const segment of this.#segments.filter((each) => each.utterance === utterance)) {
      this.#finish(segment, true);
    }
  }

  /** Drops the audio of an utterance that was not meant to be spoken. Another utterance replaces it in the segment. */
  withdraw(utterance: SpokenUtterance): void {
    utterance.abandon();
    const segment = this.#segments.find((each) => each.utterance === utterance);
    if (!segment) return;
    if (segment.startedAtMs !== null && !this.#paused) {
      this.#observer.stopped();
      this.#door.drop();
    }
    segment.frames = [];
    segment.handed = 0;
    segment.forgottenSamples = 0;
    segment.heardMs = 0;
    segment.startedAtMs = null;
    segment.utterance = null;
    segment.transcript.restart();
    this.#setAudible(false);
    this.#makeSpace();
  }

  close(): void {
    this.#closed = true;
    this.clearBuffer();
    this.#stopClock();
    this.#makeSpace();
  }

  #open(): Segment {
    const last = this.#segments.at(-1);
    if (last && !last.complete) return last;
    const segment: Segment = {
      frames: [],
      handed: 0,
      forgottenSamples: 0,
      utterance: null,
      complete: false,
      startedAtMs: null,
      heardMs: 0,
      transcript: new Transcript(),
    };
    this.#segments.push(segment);
    return segment;
  }

  /**
   * Hands over the audio that is due, reports words that were heard, and finishes segments that were heard completely.
   */
  #tick(): void {
    if (this.#paused || this.#closed) return;
    const nowMs = performance.now();
    for (let segment = this.#segments[0]; segment; segment = this.#segments[0]) {
      this.#hand(segment, nowMs);
      const playedMs = this.#playedMs(segment, nowMs);
      this.#forget(segment, resumptionMs(segment, playedMs));
      const { utterance, transcript } = segment;
      if (utterance) transcript.heard(utterance.text, utterance.offsetAt(playedMs));
      const isOver =
        segment.complete && segment.handed === segment.frames.length && playedMs >= this.#handedMs(segment);
      if (!isOver) break;
      this.#finish(segment, false);
    }
    if (this.#segments.some((segment) => segment.frames.length > 0)) this.#startClock();
    else this.#stopClock();
  }

  #hand(segment: Segment, nowMs: number): void {
    const dueMs = (): number => {
      if (segment.startedAtMs === null) return nowMs;
      // Late frames delay the later ones: a listener without audio hears them when they arrive.
      const endsAtMs = segment.startedAtMs + this.#handedMs(segment);
      if (endsAtMs < nowMs && segment.handed < segment.frames.length) segment.startedAtMs += nowMs - endsAtMs;
      return segment.startedAtMs + this.#handedMs(segment) - this.#door.leadMs;
    };
    let handedAny = false;
    while (segment.handed < segment.frames.length && dueMs() <= nowMs) {
      const frame = segment.frames[segment.handed]!;
      if (segment.startedAtMs === null) {
        segment.startedAtMs = nowMs;
        this.onPlaybackStarted(Date.now());
      }
      this.#setAudible(true);
      segment.handed++;
      handedAny = true;
      this.#door.play(frame);
      this.#observer.handed(frame, Date.now());
    }
    if (handedAny) this.#makeSpace();
    if (handedAny && segment.complete && segment.handed === segment.frames.length) this.#door.flush();
  }

  /** How much of a segment the listener has heard, in ms. */
  #playedMs(segment: Segment, nowMs: number): number {
    if (segment.startedAtMs === null) return 0;
    return Math.min(Math.max(nowMs - segment.startedAtMs, 0), this.#handedMs(segment));
  }

  #handedMs(segment: Segment): number {
    let samples = segment.forgottenSamples;
    for (let i = 0; i < segment.handed; i++) samples += segment.frames[i]!.length;
    return (samples * 1000) / AGENT_SAMPLE_RATE;
  }

  #queuedMs(segment: Segment): number {
    let samples = 0;
    for (let i = segment.handed; i < segment.frames.length; i++) samples += segment.frames[i]!.length;
    return (samples * 1000) / AGENT_SAMPLE_RATE;
  }

  /** Removes frames before a time in the segment; the rest may be needed again after a pause. */
  #forget(segment: Segment, untilMs: number): void {
    for (;;) {
      const first = segment.frames[0];
      if (!first || segment.handed === 0) return;
      if (((segment.forgottenSamples + first.length) * 1000) / AGENT_SAMPLE_RATE > untilMs) return;
      segment.frames.shift();
      segment.handed--;
      segment.forgottenSamples += first.length;
    }
  }

  /** Takes back audio that was handed over but not heard, and the word that was being heard. */
  #rewind(segment: Segment): void {
    if (segment.startedAtMs === null) return;
    const nowMs = performance.now();
    this.#observer.stopped();
    this.#door.drop();
    const playedMs = this.#playedMs(segment, nowMs);
    segment.heardMs = Math.max(segment.heardMs, playedMs);
    this.#forget(segment, resumptionMs(segment, playedMs));
    segment.handed = 0;
    segment.startedAtMs = nowMs - this.#handedMs(segment);
  }

  #finish(segment: Segment, interrupted: boolean): void {
    const nowMs = performance.now();
    const { utterance, transcript } = segment;
    this.#segments.splice(this.#segments.indexOf(segment), 1);
    const playedMs = Math.max(segment.heardMs, this.#playedMs(segment, nowMs));
    const hadSound = segment.frames.length > 0 || segment.forgottenSamples > 0;
    if (interrupted) utterance?.abandon();
    if (interrupted && segment.startedAtMs !== null && !this.#paused) {
      if (!this.#closed) this.#observer.stopped();
      this.#door.drop();
    }
    const text = utterance?.text ?? '';
    const heard = interrupted ? (utterance?.offsetAt(playedMs) ?? 0) : text.length;
    transcript.heard(text, heard);
    transcript.close();
    this.#setAudible(false);
    this.#makeSpace();
    if (!hadSound) return;
    if (!segment.complete) super.flush();
    this.onPlaybackFinished({
      playbackPosition: playedMs / 1000,
      interrupted,
      synchronizedTranscript: text.slice(0, heard),
    });
  }

  #setAudible(audible: boolean): void {
    if (audible === this.#audible) return;
    this.#audible = audible;
    this.#observer.audible(audible, this.#leftMs());
  }

  #leftMs(): number {
    if (this.#segments.some(({ complete }) => !complete)) return Number.POSITIVE_INFINITY;
    return this.#segments.reduce((sum, segment) => sum + this.#queuedMs(segment), 0);
  }

  #makeSpace(): void {
    for (const resolve of this.#onSpace.splice(0)) resolve();
  }

  #startClock(): void {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  #stopClock(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** Returns where a segment continues after a pause, in ms, when this much of it was played. */
function resumptionMs({ utterance }: Segment, playedMs: number): number {
  const heardMs = Math.max(0, playedMs - LISTENER_DELAY_MS);
  const wordMs = utterance?.wordStartAt(heardMs) ?? heardMs;
  return heardMs - wordMs <= MAX_REPEATED_MS ? wordMs : heardMs;
}
