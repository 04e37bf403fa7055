/** A connection of the package `openai` to `/v1/realtime`, with all received events. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { generate } from 'selfsigned';
import { afterAll } from 'vitest';
import { int16ToFloat } from '../../../media/pcm.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { PATIENCE_MS } from '../agent-server.ts';
import { KEY, until } from '../server.ts';
import { Microphone } from './caller.ts';

type Typed<T extends RealtimeServerEvent['type']> = Extract<RealtimeServerEvent, { type: T }>;

/** Settings of a server with a certificate: the package connects only over TLS. Call it at the top of a file. */
export async function tlsFiles(): Promise<{ readonly TLS_CERT: string; readonly TLS_KEY: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-realtime-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  writeFileSync(cert, pems.cert);
  writeFileSync(key, pems.private);
  return { TLS_CERT: cert, TLS_KEY: key };
}

export class RealtimeConnection {
  readonly events: RealtimeServerEvent[] = [];
  readonly errors: string[] = [];
  readonly rt: OpenAIRealtimeWS;
  #microphone: Microphone | null = null;

  /** @param query parameters for which the package has no option, such as `intent=transcription` */
  constructor(tlsPort: number, model: string, query = '') {
    const more = query === '' ? '' : `/realtime?${query}&path=`;
    const client = { apiKey: KEY, baseURL: `https://127.0.0.1:${tlsPort}/v1${more}` };
    this.rt = new OpenAIRealtimeWS({ model, options: { rejectUnauthorized: false } }, client);
    this.rt.on('event', (event) => this.events.push(event));
    this.rt.on('error', (error) => this.errors.push(error.message));
  }

  all<T extends RealtimeServerEvent['type']>(type: T): Typed<T>[] {
    return this.events.filter((event): event is Typed<T> => event.type === type);
  }

  async next<T extends RealtimeServerEvent['type']>(type: T, count = 1): Promise<Typed<T>> {
    await until(`${type} ${count}`, () => this.all(type).length >= count, PATIENCE_MS);
    return this.all(type)[count - 1]!;
  }

  /** @param encode samples at 16 kHz */
  speaks(encode: (frame: Int16Array) => Buffer): Microphone {
    this.#microphone = new Microphone((frame) => this.append(encode(frame)));
    return this.#microphone;
  }

  types(text: string): void {
    const content = [{ type: 'input_text' as const, text }];
    this.rt.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  }

  append(audio: Buffer): void {
    this.rt.send({ type: 'input_audio_buffer.append', audio: audio.toString('base64') });
  }

  audio(responseId?: string): Buffer {
    const deltas = this.all('response.output_audio.delta').filter(
      (event) => responseId === undefined || event.response_id === responseId,
    );
    return Buffer.concat(deltas.map(({ delta }) => Buffer.from(delta, 'base64')));
  }

  close(): void {
    this.#microphone?.close();
    this.rt.socket.terminate();
  }
}

/** Samples at 16 kHz, as `audio/pcm`. */
export function pcm24(samples: Int16Array): Buffer {
  const resampled = resampleAll(int16ToFloat(samples), 16_000, 24_000);
  return Buffer.from(Int16Array.from(resampled, (sample) => sample * 32_767).buffer);
}
