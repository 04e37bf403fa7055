import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeakSettings, WordTimings } from '../../engine/index.ts';
import type { Place } from '../call/doors/door.ts';
import type { Speaker, Speaking } from './clip.ts';

/** How long a text waits while the server has too much to do, and how often it is sent. */
const BUSY_MS = 120_000;
const SEND_AGAIN_MS = 1000;

/** An event of `POST /sse/speak`. */
interface SpeechEvent {
  readonly data?: { readonly audio: string; readonly alignment?: WordTimings | null };
}

/** Speaks for callers at the door of a server. */
export class DoorSpeech implements Speaker {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Errors of the server are thrown from the iterator, with its answer. */
  open(settings: SpeakSettings): Speaking {
    const texts: string[] = [];
    return {
      push: (text) => void texts.push(text),
      end: () => undefined,
      [Symbol.asyncIterator]: () => this.#speak(texts.join(''), settings),
    };
  }

  async *#speak(text: string, settings: SpeakSettings) {
    const { lang, voiceId, speed, samplingRate, encoding } = settings;
    const body = JSON.stringify({
      text,
      ...(voiceId !== null && { voice_id: voiceId }),
      speaking_rate: speed,
      sampling_rate: samplingRate,
      encoding,
      timestamps: true,
    });
    const answer = await this.#ask(`/sse/speak/${encodeURIComponent(lang)}`, body);
    for (const line of answer.split('\n')) {
      if (!line.startsWith('data: ')) continue;
      const { data } = JSON.parse(line.slice('data: '.length)) as SpeechEvent;
      if (!data) throw new Error(`the caller's words could not be spoken: ${line}`);
      yield { audio: Buffer.from(data.audio, 'base64'), alignment: data.alignment ?? null };
    }
  }

  async #ask(path: string, body: string): Promise<string> {
    const { url, key } = this.#place;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const deadlineMs = performance.now() + BUSY_MS;
    for (;;) {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
      const answer = await response.text();
      if (response.ok) return answer;
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || performance.now() > deadlineMs) throw new Error(`${response.status}: ${answer}`);
      await sleep(SEND_AGAIN_MS);
    }
  }
}
