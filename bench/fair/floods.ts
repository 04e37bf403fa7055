/** Ways in which one owner may use more than their share, other than by speech. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessageSocket, type ParleyClient, Refused } from '../load/parley-client.ts';
import { PARAGRAPHS, TEN_SECONDS, THIRTY_SECONDS } from '../texts.ts';

/** Recordings made once before the flood, because making them needs synthesis. */
export interface Material {
  /** WAV files of some ten and thirty seconds. */
  readonly short: Blob;
  readonly long: Blob;
}

/** One request of one of many clients. Returns when everything sent has been answered. */
export type Flood = (client: ParleyClient, material: Material, turn: number) => Promise<void>;

const JSON_TYPE = { 'content-type': 'application/json' };
/** More than any enrolment takes; a flooding client does not wait for jobs either, but deletes them to send more. */
const RESTORE_MS = 2000;
const SPEECH_FRAME_BYTES = 3200;
const WRONG_FRAMES = 2000;

export const FLOODS = {
  /** Recordings to learn, each of which has to be transcribed first. */
  clones: async (client, { long }, turn) => {
    const form = new FormData();
    form.append('voice_file', long, 'sample.wav');
    const path = `/voices?voice_name=flood-${turn}-${Date.now()}`;
    const answer = await client.send('POST', path, { body: form });
    const { data } = (await answer.json()) as { data: { voice_id: string } };
    await client.send('DELETE', `/voices/${data.voice_id}`);
  },
  restores: async (client, { long }) => {
    const form = new FormData();
    form.append('audio_file', long, 'take.wav');
    const answer = await client.send('POST', '/restore', { body: form });
    const { data } = (await answer.json()) as { data: { job_id: string } };
    await sleep(RESTORE_MS);
    await client.send('DELETE', `/restore/${data.job_id}`);
  },
  transcriptions: async (client, { long }) => {
    const form = new FormData();
    form.append('file', long, 'talk.wav');
    form.append('model', 'whisper-1');
    const headers = { authorization: `Bearer ${client.key}` };
    await (await client.send('POST', '/v1/audio/transcriptions', { body: form, headers })).arrayBuffer();
  },
  /** Callers who speak to an agent without pause. */
  conversations: async (client, { short }, turn) => {
    const agent = { name: `flood ${turn}`, prompt: 'Be brief.', greeting: 'Hello.' };
    const answer = await client.send('POST', '/agents', { body: JSON.stringify(agent), headers: JSON_TYPE });
    const { data } = (await answer.json()) as { data: { agent_id: string } };
    let socket: MessageSocket<unknown> | null = null;
    try {
      socket = await client.socket(`/agents?agent_id=${data.agent_id}`);
      const speech = new Uint8Array(await short.arrayBuffer()).subarray(44);
      for (let at = 0; at < speech.length; at += SPEECH_FRAME_BYTES) {
        socket.send(speech.slice(at, at + SPEECH_FRAME_BYTES));
        await sleep(50);
      }
    } finally {
      socket?.close();
      await client.send('DELETE', `/agents/${data.agent_id}`);
    }
  },
  /** Characters that are read as many words, for a listener who disconnects at once. */
  signs: async (client, _material, turn) => {
    const leaving = AbortSignal.timeout(100 + ((turn * 37) % 400));
    const body = JSON.stringify({ text: '©'.repeat(399) });
    const request = client.send('POST', '/sse/speak/en', { body, headers: JSON_TYPE, signal: leaving });
    await request
      .then((answer) => answer.text())
      .catch((error: unknown) => {
        if (!leaving.aborted) throw error;
      });
  },
  /** Invalid frames, as fast as they can be sent. */
  frames: async (client) => {
    const socket = await client.socket('/speak/en');
    for (let i = 0; i < WRONG_FRAMES; i++) socket.send('{"text":1}');
    await sleep(200);
    socket.hangUp();
  },
  /** Files that are not audio, of the maximum size. */
  uploads: async (client, _material, turn) => {
    const form = new FormData();
    form.append('voice_file', new Blob([new Uint8Array(24 * 2 ** 20).fill(turn)]), 'noise.mp3');
    await client.send('POST', `/voices?voice_name=noise-${turn}`, { body: form }, [400, 413, 422]);
  },
  /** Requests that are answered at once, and cost next to nothing. */
  requests: async (client) => {
    await (await client.send('GET', '/voices')).arrayBuffer();
  },
  /** JSON of the maximum size that is refused. */
  bodies: async (client) => {
    const body = JSON.stringify({ name: 'flood', prompt: 'a'.repeat(1_000_000), unknown: 1 });
    await (await client.send('POST', '/agents', { body, headers: JSON_TYPE }, [400, 413, 422])).text();
  },
  /** Long texts that are only analysed. */
  suggestions: async (client) => {
    const body = JSON.stringify({ text: PARAGRAPHS[0], lang_code: 'en', word: 'ticket' });
    await (await client.send('POST', '/ipa/suggest', { body, headers: JSON_TYPE }, [200, 400, 422])).text();
  },
} as const satisfies Record<string, Flood>;

export type FloodKind = keyof typeof FLOODS;
export const FLOOD_KINDS = Object.keys(FLOODS) as readonly FloodKind[];

/** The task of a flooding process, and its result. */
export interface FloodJob {
  readonly port: number;
  readonly key: string;
  readonly kind: FloodKind;
  /** Number of concurrent clients. */
  readonly clients: number;
  readonly durationMs: number;
}

export interface FloodOutcome {
  answered: number;
  refused: number;
  /** Errors, by message. */
  readonly failures: Record<string, number>;
}

/** Flooding clients ignore the requested delay after a refusal and wait for this long, in ms. */
const REFUSED_PAUSE_MS = 100;

/** Synthesizes speech with the server itself, which floods send as recordings. */
export async function record(client: ParleyClient): Promise<Material> {
  const speak = (text: string): Promise<Blob> => client.speech(text, { sampling_rate: 16_000 });
  return { short: await speak(TEN_SECONDS.join(' ')), long: await speak(THIRTY_SECONDS.join(' ')) };
}

export async function flood(job: FloodJob, client: ParleyClient, material: Material): Promise<FloodOutcome> {
  const outcome: FloodOutcome = { answered: 0, refused: 0, failures: {} };
  const endMs = performance.now() + job.durationMs;
  let turn = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < endMs) {
      try {
        await FLOODS[job.kind](client, material, turn++);
        outcome.answered++;
      } catch (error) {
        if (error instanceof Refused) outcome.refused++;
        else {
          const cause = error instanceof Error && error.cause ? ` (${String(error.cause)})` : '';
          const message = `${error}${cause}`.slice(0, 200);
          outcome.failures[message] = (outcome.failures[message] ?? 0) + 1;
        }
        await sleep(REFUSED_PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: job.clients }, one));
  return outcome;
}
