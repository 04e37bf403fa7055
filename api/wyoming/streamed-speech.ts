import { type ClonedVoice, EngineError, type SpeakSettings, type SpeechStream } from '../../engine/index.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { refusal } from '../errors/api-error.ts';
import { orThrow, type Slot } from '../limits/slots.ts';
import { SpeechMeter } from '../observability/speech-meter.ts';
import { traceSpeech } from '../observability/traced-speech.ts';
import { AudioOut } from './audio-out.ts';
import type { WyomingDeps } from './deps.ts';
import type { Peer } from './peer.ts';

export interface StreamedSpeechOptions {
  readonly identity: Identity;
  readonly settings: SpeakSettings;
  readonly clone: ClonedVoice | undefined;
  readonly slot: Slot;
  readonly peer: Peer;
  /** Called with the fault of a piece of the text, which is left out. */
  readonly onPieceError: (error: EngineError) => Promise<void>;
  /** Called with the reason why there will be no more speech. */
  readonly onFailure: (error: unknown) => void;
}

/** Text that arrives in pieces, from `synthesize-start` to `synthesize-stop`, synthesized as it arrives. */
export class StreamedSpeech {
  readonly #deps: WyomingDeps;
  readonly #options: StreamedSpeechOptions;
  readonly #stream: SpeechStream;
  readonly #meter: SpeechMeter;
  readonly #spoken: Promise<void>;

  /** @throws EngineError 422 */
  constructor(deps: WyomingDeps, options: StreamedSpeechOptions) {
    const { identity, settings, clone, peer } = options;
    const { engine, dictionaries, library, metrics, usage } = deps;
    this.#deps = deps;
    this.#options = options;
    this.#meter = new SpeechMeter({
      metrics,
      transport: 'wyoming',
      account: { usage, keyId: identity.keyId },
    });
    const lexicon = dictionaries.lexicon(identity.ownerId, settings.lang, settings.ipaKey);
    const stream = engine.open(settings, {
      owner: identity.ownerId,
      signal: peer.signal,
      onDiscarded: (speech) => this.#meter.chunk(speech, settings.samplingRate),
      ...(clone && { clone }),
      ...(lexicon && { lexicon }),
      voices: (id) => library.resolve(identity.ownerId, id),
    });
    const { lang, samplingRate } = settings;
    this.#stream = traceSpeech(stream, { transport: 'wyoming', lang, samplingRate });
    this.#meter.request();
    this.#spoken = this.#pump();
    this.#spoken.catch(options.onFailure);
  }

  /** @throws ApiError 429 */
  async push(text: string): Promise<void> {
    const { limits, settings } = this.#deps;
    const { maxTextChars: max } = settings;
    if (this.#stream.pendingCharacters + text.length > max) {
      throw refusal('text_waiting_at_limit', { values: { max } });
    }
    orThrow(await limits.takeCharacters(this.#options.identity.keyId, text.length));
    this.#stream.push(text, null);
  }

  /** No more text will come. Settles when everything has been sent. @throws EngineError, ClientGone */
  async finish(): Promise<void> {
    this.#stream.end();
    await this.#spoken;
  }

  /** Ends the work; idempotent. */
  close(): void {
    this.#stream.close();
    this.#options.slot.release();
  }

  async #pump(): Promise<void> {
    const { peer, settings, onPieceError } = this.#options;
    const out = new AudioOut(peer, settings.samplingRate);
    const chunks = this.#stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          if (error instanceof EngineError && error.status === 422) return error;
          throw error;
        });
        if (next instanceof EngineError) {
          await onPieceError(next);
          continue;
        }
        if (next.done) break;
        this.#meter.chunk(next.value, settings.samplingRate);
        await out.write(next.value);
      }
      await out.end();
    } finally {
      this.close();
    }
  }
}
