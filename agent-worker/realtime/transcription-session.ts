import { languageToHear, type Recogniser } from '../../engine/index.ts';
import { LiveConditioner } from '../../media/conditioning.ts';
import { createLiveDecoder } from '../../media/live/create-live-decoder.ts';
import type { LiveDecoder } from '../../media/live/live-decoder.ts';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import type { EndReason } from '../conversation/types.ts';
import { END_OF_SPEECH_MS } from '../hearing/endpointing/endpointing.ts';
import { AudioIntake } from '../hearing/vad/audio-intake.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from '../hearing/vad/vad-model.ts';
import { AUDIO_BURST_SAMPLES } from '../sockets/limits.ts';
import type { SocketSessionOptions } from '../sockets/socket-session.ts';
import { Dictation } from './dictation.ts';
import { Items, type ServerEvent } from './items.ts';
import { RealtimeDoor } from './realtime-door.ts';
import { RealtimeError } from './realtime-error.ts';
import { endpointingOf, expectedNames, liveFormat } from './session-config.ts';
import { SpeechItem } from './speech-item.ts';
import {
  DEFAULT_TRANSCRIPTION,
  describeTranscriptionSession,
  TRANSCRIPTION_EVENTS,
  type TranscriptionConfig,
  type TranscriptionEvent,
  withTranscriptionChanges,
} from './transcription-config.ts';

export interface TranscriptionSessionOptions extends SocketSessionOptions {
  readonly recogniser: Recogniser;
  /** Whether the client uses the protocol's beta. */
  readonly isBeta: boolean;
  /** @throws RealtimeError when speech in that language cannot be recognised */
  readonly check: (lang: string | null) => void;
  /** An item was transcribed, or its transcription failed. */
  readonly onItem: (outcome: 'transcribed' | 'failed') => void;
}

/** Shortest audio that can be committed. */
const MIN_COMMITTED_MS = 100;
/** Names of events in the beta; null for events that it did not have. */
const BETA_TYPES: Readonly<Record<string, string | null>> = {
  'session.created': 'transcription_session.created',
  'session.updated': 'transcription_session.updated',
  'conversation.item.added': 'conversation.item.created',
  'conversation.item.done': null,
};

/**
 * One client on an upgraded `GET /v1/realtime?intent=transcription`, in the protocol of OpenAI's realtime API: speech
 * is transcribed, item by item, without an answer.
 */
export class TranscriptionSession extends RealtimeDoor<TranscriptionEvent> {
  override readonly leadMs = 0;
  readonly #options: TranscriptionSessionOptions;
  readonly #items: Items;
  readonly #intake: AudioIntake;
  readonly #conditioner = new LiveConditioner(CALLER_SAMPLE_RATE);
  #isBeta: boolean;
  #config = DEFAULT_TRANSCRIPTION;
  #decoder: LiveDecoder;
  #dictation: Dictation;
  /** Committed items that are not complete. */
  readonly #unfinished = new Set<Promise<void>>();
  /** Duration of the audio that the VAD has judged. */
  #judgedMs = 0;
  /** Start of the received audio that is not committed yet. */
  #uncommittedMs = 0;
  #isOver = false;

  constructor(options: TranscriptionSessionOptions) {
    super(options, TRANSCRIPTION_EVENTS);
    this.#options = options;
    this.#isBeta = options.isBeta;
    this.#items = new Items((event) => this.send(event));
    this.#intake = new AudioIntake({
      minSilenceMs: END_OF_SPEECH_MS,
      // Speech without a pause is recognised in chunks.
      maxSpeechMs: Number.POSITIVE_INFINITY,
      // Largest amount of audio that clients may send at once.
      maxWaiting: Math.ceil(AUDIO_BURST_SAMPLES / WINDOW_SAMPLES),
      filter: (window) => this.#conditioner.raise(window),
      onFault: (error) => {
        this.log.error({ err: error }, 'the voice activity model failed');
        this.ended('failed');
      },
    });
    this.#intake.onWindow((window) => {
      this.#judgedMs = (window.index + 1) * WINDOW_MS;
      this.#dictation.push(window);
    });
    this.#decoder = createLiveDecoder({ ...liveFormat(this.#config.input), sniff: false });
    this.#dictation = this.#newDictation();
  }

  override play(): void {}
  override drop(): void {}
  override flush(): void {}
  override message(): void {}

  protected override async do(event: TranscriptionEvent): Promise<void> {
    switch (event.type) {
      case 'transcription_session.update':
        this.#isBeta = true;
        return this.#update(withTranscriptionChanges(this.#config, event.session));
      case 'session.update':
        return this.#update(withTranscriptionChanges(this.#config, event.session));
      case 'input_audio_buffer.append':
        return this.#intake.push(this.#conditioner.withoutRumble(this.decoded(event.audio, this.#decoder)));
      case 'input_audio_buffer.clear':
        this.#dictation.close();
        this.#beginAnew();
        this.send({ type: 'input_audio_buffer.cleared' });
        return;
      case 'input_audio_buffer.commit':
        await this.#intake.flush();
        if (!this.#dictation.isPending && this.heardMs - this.#uncommittedMs < MIN_COMMITTED_MS) {
          throw new RealtimeError(null, null, 'input_audio_buffer_commit_empty', { min: MIN_COMMITTED_MS });
        }
        return this.#commit();
    }
  }

  protected override describe() {
    return describeTranscriptionSession(this.id, this.#config, this.#isBeta);
  }

  protected override send(event: ServerEvent): void {
    const type = this.#isBeta ? BETA_TYPES[event.type] : event.type;
    if (type !== null) super.send({ ...event, type: type ?? event.type });
  }

  /** Before the server ends, waits until the words of all speech are known. */
  protected override async hangUp(reason: EndReason): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (reason === 'shutdown') {
      await this.#intake.flush();
      if (this.#dictation.isPending) this.#keep(this.#dictation.commit());
      await Promise.all(this.#unfinished);
    }
    this.#dictation.close();
    this.#intake.close();
  }

  async #update(config: TranscriptionConfig): Promise<void> {
    this.countUpdate();
    this.#options.check(config.lang);
    const before = this.#config;
    this.#config = config;
    if (before.input !== config.input) {
      this.#decoder = createLiveDecoder({ ...liveFormat(config.input), sniff: false });
    }
    const hearsAlike =
      before.lang === config.lang &&
      JSON.stringify(before.turnDetection) === JSON.stringify(config.turnDetection);
    if (!hearsAlike) await this.#hearAnew();
    this.send({ type: 'session.updated', session: this.describe() });
  }

  /** Earlier speech is recognised with the earlier settings. */
  async #hearAnew(): Promise<void> {
    await this.#intake.flush();
    if (this.#dictation.isPending) return this.#commit();
    this.#dictation.close();
    this.#dictation = this.#newDictation();
  }

  #commit(): void {
    this.#keep(this.#dictation.commit());
    this.#beginAnew();
  }

  #keep(finished: Promise<void>): void {
    this.#unfinished.add(finished);
    void finished.then(() => this.#unfinished.delete(finished));
  }

  /** The next audio is independent of the earlier audio. */
  #beginAnew(): void {
    this.#intake.reset();
    this.#uncommittedMs = this.heardMs;
    this.#dictation = this.#newDictation();
  }

  #newDictation(): Dictation {
    const { recogniser, onItem } = this.#options;
    const { lang, turnDetection } = this.#config;
    return new Dictation({
      recogniser,
      lang: languageToHear(recogniser, lang),
      names: () => expectedNames(this.#config),
      endpointing: turnDetection && endpointingOf({ turnDetection }),
      isBehind: () => this.#intake.isBehind,
      sinceMs: this.#judgedMs,
      newItem: (beganMs) => new SpeechItem((event) => this.send(event), this.#items, beganMs),
      onItem: (failure) => {
        if (failure !== null) this.log.info({ reason: failure }, 'speech could not be transcribed');
        onItem(failure === null ? 'transcribed' : 'failed');
        if (turnDetection) this.#uncommittedMs = this.heardMs;
      },
    });
  }
}
