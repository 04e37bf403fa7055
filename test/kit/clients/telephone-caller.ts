/** The far end of a telephone media stream, with a caller who speaks in real time. */
import { decodeMulaw, encodeMulaw } from '../../../media/mulaw.ts';
import { Microphone } from './caller.ts';
import { JsonSocket } from './json-socket.ts';

export interface TelephoneMessage {
  readonly event: 'media' | 'mark' | 'clear';
  readonly streamSid: string;
  readonly media?: { readonly payload: string };
  readonly mark?: { readonly name: string };
}

const FORMAT = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };

export class TelephoneCaller {
  readonly socket: JsonSocket<TelephoneMessage>;
  readonly #microphone: Microphone;
  #sequence = 0;
  #chunk = 0;

  private constructor(socket: JsonSocket<TelephoneMessage>, callSid: string) {
    this.socket = socket;
    this.#send('connected', { protocol: 'Call', version: '1.0.0' });
    this.#send('start', {
      start: { streamSid: 'MZ1', callSid, tracks: ['inbound'], mediaFormat: FORMAT },
    });
    this.#microphone = new Microphone((frame) => this.#media(frame));
    void socket.closed.then(() => this.#microphone.close());
  }

  static async call(url: string, callSid = 'CA1'): Promise<TelephoneCaller> {
    return new TelephoneCaller(await JsonSocket.open<TelephoneMessage>(url), callSid);
  }

  /** @param samples mono, 16 kHz */
  speak(samples: Int16Array): Promise<void> {
    return this.#microphone.speak(samples);
  }

  /** Stops the audio. Messages may still come. */
  hush(): void {
    this.#microphone.close();
  }

  hangUp(): void {
    this.hush();
    this.#send('stop', { stop: { callSid: 'CA1' } });
  }

  count(event: TelephoneMessage['event']): number {
    return this.socket.messages.filter((message) => message.event === event).length;
  }

  /** Returns the mu-law frames from a message on. */
  frames(from = 0): Buffer[] {
    return this.socket.messages
      .slice(from)
      .flatMap(({ media }) => (media ? [Buffer.from(media.payload, 'base64')] : []));
  }

  /** Returns the audio received from a message on, at 8 kHz. */
  heard(from = 0): Float32Array {
    return decodeMulaw(Buffer.concat(this.frames(from)));
  }

  /** Decimates 16 kHz to 8 kHz by dropping every second sample: speech of callers has little above 4 kHz. */
  #media(frame: Int16Array): void {
    if (this.socket.isClosed) return;
    const payload = Buffer.from(encodeMulaw(frame.filter((_, i) => i % 2 === 0))).toString('base64');
    const chunk = String(++this.#chunk);
    this.#send('media', { media: { track: 'inbound', chunk, timestamp: String(20 * this.#chunk), payload } });
  }

  #send(event: string, fields: Readonly<Record<string, unknown>>): void {
    this.socket.send({ event, sequenceNumber: String(++this.#sequence), streamSid: 'MZ1', ...fields });
  }
}
