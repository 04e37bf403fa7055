/** A room of LiveKit that the agent joins. */
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { CALLER_RATE } from '../../caller/clip.ts';
import { Refused, request } from '../request.ts';
import { type AgentMessage, eventOf, keysAsTurn, TOLD } from './agent-messages.ts';
import { type Door, type DoorListener, NotOpened, type Place } from './door.ts';

/** Each frame costs a message to the whole process. */
const FRAME_MS = 20;
/** Upper bound of the queue. A microphone sends less ahead. */
const QUEUE_MS = 200;
/** The agent's identity begins with it. */
const AGENT = 'agent-';
const END_REASON = 'parley.end_reason';

/** @throws NotOpened */
export async function openRoomDoor(place: Place, agentId: string, listener: DoorListener): Promise<Door> {
  const { url, token } = await tokenFor(place, agentId);
  const room = new Room();
  let isOver = false;
  const end = (reason: string): void => {
    if (!isOver) listener.ended(reason);
    isOver = true;
  };
  room.on(RoomEvent.TrackSubscribed, (track, _publication, { identity }) => {
    if (track.kind !== TrackKind.KIND_AUDIO || !identity.startsWith(AGENT)) return;
    const format = { sampleRate: CALLER_RATE, numChannels: 1, frameSizeMs: FRAME_MS };
    void (async () => {
      for await (const { data } of new AudioStream(track, format)) if (!isOver) listener.play(data);
    })();
  });
  room.on(RoomEvent.DataReceived, (packet, _from, _kind, topic) => {
    if (topic !== 'agent') return;
    const event = eventOf(JSON.parse(Buffer.from(packet).toString()) as AgentMessage);
    if (event) listener.happened(event);
  });
  room.on(RoomEvent.ParticipantDisconnected, ({ identity, attributes }) => {
    if (identity.startsWith(AGENT)) end(attributes[END_REASON] ?? 'the agent left');
  });
  room.on(RoomEvent.Disconnected, () => end('the room was closed'));
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
  const source = new AudioSource(CALLER_RATE, 1, QUEUE_MS);
  const track = LocalAudioTrack.createAudioTrack('microphone', source);
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
  await room.localParticipant?.publishTrack(track, options);
  return {
    frameMs: FRAME_MS,
    send: (frame) => {
      if (isOver) return;
      void source.captureFrame(new AudioFrame(frame, CALLER_RATE, 1, frame.length)).catch(() => undefined);
    },
    queuedMs: () => source.queuedDuration,
    press: (keys) => {
      void room.localParticipant?.sendText(keysAsTurn(keys), { topic: 'lk.chat' }).catch(() => undefined);
    },
    hangUp: async () => {
      end('caller_left');
      await track.close();
      await room.disconnect();
      room.removeAllListeners();
    },
  };
}

async function tokenFor(
  place: Place,
  agentId: string,
): Promise<{ readonly url: string; readonly token: string }> {
  const credential = place.key.split('.').length === 3 ? { jwt_token: place.key } : { api_key: place.key };
  try {
    return await request(place, 'POST', `/agents/${encodeURIComponent(agentId)}/token`, {
      ...credential,
      ...TOLD,
    });
  } catch (error) {
    throw error instanceof Refused ? new NotOpened(error.message, error.mayRetry) : error;
  }
}
