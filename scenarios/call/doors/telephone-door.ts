/** The far end of a telephone media stream: what a provider with Twilio's protocol sends and is sent. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeMulaw, encodeMulaw } from '../../../media/mulaw.ts';
import { floatToInt16, int16ToFloat } from '../../../media/pcm.ts';
import { CALLER_RATE } from '../../caller/clip.ts';
import type { KeptCall } from '../../file/kept-call.ts';
import type { AgentEvent } from '../events.ts';
import { request } from '../request.ts';
import { stagesOf } from './agent-messages.ts';
import type { Door, DoorListener, Place } from './door.ts';
import { resampledStream } from './resampled-stream.ts';
import { attend, closeSocket, connect, sendJson } from './web-socket.ts';

const RATE = 8000;
const FRAME_MS = 20;
const FORMAT = { encoding: 'audio/x-mulaw', sampleRate: RATE, channels: 1 };
/** Time until an ended conversation is stored, and how often it is looked for. */
const STORED_MS = 15_000;
const LOOK_MS = 200;
/** Time within which the end of a turn is decided after its speech, if the timeline does not say when. */
const DECIDED_MS = 100;

interface StreamMessage {
  readonly event: string;
  readonly media?: { readonly payload: string };
  readonly mark?: { readonly name: string };
}

/** @throws Refused */
export async function openTelephoneDoor(
  place: Place,
  agentId: string,
  listener: DoorListener,
): Promise<Door> {
  const socket = await connect(place, `/agents/${encodeURIComponent(agentId)}/media-stream`);
  const streamSid = `MZ${randomUUID().replaceAll('-', '')}`;
  const callSid = `CA${randomUUID().replaceAll('-', '')}`;
  const toWire = resampledStream(CALLER_RATE, RATE);
  const fromWire = resampledStream(RATE, CALLER_RATE);
  let sequence = 0;
  const send = (event: string, fields: object): void =>
    sendJson(socket, { event, sequenceNumber: String(++sequence), streamSid, ...fields });

  /** Marks whose sound is still playing. */
  const marks = new Map<string, NodeJS.Timeout>();
  let playsUntilMs = 0;
  const returnMark = (name: string): void => {
    clearTimeout(marks.get(name));
    marks.delete(name);
    send('mark', { mark: { name } });
  };
  attend<StreamMessage>(socket, listener, ({ event, media, mark }) => {
    const nowMs = listener.nowMs;
    if (event === 'media' && media) {
      const sound = fromWire(decodeMulaw(Buffer.from(media.payload, 'base64')));
      playsUntilMs = Math.max(nowMs, playsUntilMs) + (sound.length * 1000) / CALLER_RATE;
      listener.play(floatToInt16(sound));
    } else if (event === 'mark' && mark) {
      marks.set(
        mark.name,
        setTimeout(() => returnMark(mark.name), playsUntilMs - nowMs),
      );
    } else if (event === 'clear') {
      playsUntilMs = nowMs;
      listener.stop();
      for (const name of [...marks.keys()]) returnMark(name);
    }
  });
  socket.on('close', () => {
    for (const timer of marks.values()) clearTimeout(timer);
  });
  send('connected', { protocol: 'Call', version: '1.0.0' });
  const startMs = listener.nowMs;
  send('start', { start: { streamSid, callSid, tracks: ['inbound'], mediaFormat: FORMAT } });
  let chunk = 0;
  return {
    frameMs: FRAME_MS,
    send: (frame) => {
      const payload = Buffer.from(encodeMulaw(toWire(int16ToFloat(frame)))).toString('base64');
      const timestamp = String(FRAME_MS * chunk++);
      send('media', { media: { track: 'inbound', chunk: String(chunk), timestamp, payload } });
    },
    press: (keys) => {
      for (const digit of keys) send('dtmf', { dtmf: { track: 'inbound_track', digit } });
    },
    hangUp: async () => {
      send('stop', { stop: { callSid } });
      await closeSocket(socket);
    },
    recall: () => recall(place, { agentId, callSid, startMs }),
  };
}

interface EndedEvent {
  readonly type: string;
  readonly data: {
    readonly conversation_id: string;
    readonly started_at: string;
    readonly metadata: { readonly call?: { readonly call_sid?: string } };
    readonly transcript?: readonly TranscriptEntry[];
  };
}

interface TranscriptEntry {
  readonly role: string;
  readonly at: string;
  readonly text?: string;
  readonly tool?: string;
  readonly outcome?: string;
  readonly lang_code?: string;
}

interface Told {
  readonly agentId: string;
  readonly callSid: string;
  /** When the conversation began. */
  readonly startMs: number;
}

/** Reads what the server has kept of the call. @throws Error when it has kept nothing */
async function recall(place: Place, { agentId, callSid, startMs }: Told): Promise<AgentEvent[]> {
  const { conversation_id: id, started_at, transcript } = (await endOf(place, agentId, callSid)).data;
  if (!transcript) {
    throw new Error('the agent does not keep transcripts, and the telephone does not tell what was said');
  }
  const { events, turns } = await request<KeptCall['timeline']>(
    place,
    'GET',
    `/conversations/${id}/timeline`,
  );
  const firstTurnMs = turns[0]?.at_ms ?? Number.POSITIVE_INFINITY;
  const said = transcript.flatMap(({ role, at, text = '', tool = '', outcome = '' }): AgentEvent[] => {
    const fromStartMs = Date.parse(at) - Date.parse(started_at);
    const atMs = startMs + fromStartMs;
    if (role === 'agent') return [{ kind: 'said', atMs, text, isAnswer: fromStartMs > firstTurnMs }];
    if (role === 'tool') return [{ kind: 'tool_done', atMs, tool, outcome }];
    return [];
  });
  const languages = transcript.flatMap(({ lang_code: language, at }): AgentEvent[] =>
    language === undefined
      ? []
      : [{ kind: 'language', atMs: startMs + Date.parse(at) - Date.parse(started_at), language }],
  );
  const heard = turns.flatMap(({ end_ms, text, stages, answered_after_ms }): AgentEvent[] => {
    const over = events.find(({ type, at_ms }) => type === 'turn_over' && at_ms >= end_ms);
    const atMs = startMs + (over?.at_ms ?? end_ms + DECIDED_MS);
    const turn: AgentEvent = { kind: 'heard', atMs, text };
    if (answered_after_ms === null || stages === null) return [turn];
    const answeredMs = startMs + end_ms + answered_after_ms;
    return [turn, { kind: 'answered', atMs: answeredMs, interrupted: false, stagesMs: stagesOf(stages) }];
  });
  return [...said, ...languages, ...heard];
}

/** Waits for the event that a conversation ends with. @throws Error */
async function endOf(place: Place, agentId: string, callSid: string): Promise<EndedEvent> {
  const query = new URLSearchParams({ agent_id: agentId, order: 'desc', limit: '200' });
  for (const deadlineMs = performance.now() + STORED_MS; performance.now() < deadlineMs; ) {
    const { events } = await request<{ events: EndedEvent[] }>(place, 'GET', `/events?${query}`);
    const end = events.find(
      ({ type, data }) =>
        /^conversation\.(ended|failed)$/.test(type) && data.metadata.call?.call_sid === callSid,
    );
    if (end) return end;
    await sleep(LOOK_MS);
  }
  throw new Error('the server did not tell that the conversation ended');
}
