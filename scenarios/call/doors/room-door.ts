/** A room of LiveKit that the agent joins. */
import { AudioStream, Room, RoomEvent, TrackKind } from '@livekit/rtc-node';
import { CALLER_RATE } from '../../caller/clip.ts';
import { createRoomMicrophone, ROOM_FRAME_MS } from '../../caller/room-microphone.ts';
import { request } from '../request.ts';
import { type AgentMessage, eventOf, keysAsTurn, TOLD } from './agent-messages.ts';
import type { Door, DoorListener, Place } from './door.ts';

/** The agent's identity begins with it. */
const AGENT = 'agent-';
const END_REASON = 'parley.end_reason';

/** @throws Refused */
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
    const format = { sampleRate: CALLER_RATE, numChannels: 1, frameSizeMs: ROOM_FRAME_MS };
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
  const microphone = createRoomMicrophone();
  await microphone.publish(room);
  return {
    ...microphone.line,
    press: (keys) => {
      void room.localParticipant?.sendText(keysAsTurn(keys), { topic: 'lk.chat' }).catch(() => undefined);
    },
    hangUp: async () => {
      end('caller_left');
      await microphone.close();
      await room.disconnect();
      room.removeAllListeners();
    },
  };
}

/** @throws Refused */
function tokenFor(place: Place, agentId: string): Promise<{ readonly url: string; readonly token: string }> {
  const credential = place.key.split('.').length === 3 ? { jwt_token: place.key } : { api_key: place.key };
  const path = `/agents/${encodeURIComponent(agentId)}/token`;
  return request(place, 'POST', path, { ...credential, ...TOLD });
}
