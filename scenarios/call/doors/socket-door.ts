/** The agents' WebSocket. */
import { decodePcm16ToInt16 } from '../../../media/pcm.ts';
import { CALLER_RATE } from '../../caller/clip.ts';
import { type AgentMessage, eventOf, keysAsTurn, TOLD } from './agent-messages.ts';
import type { Door, DoorListener, Place } from './door.ts';
import { attend, closeSocket, connect, sendJson } from './web-socket.ts';

/** @throws Refused */
export async function openSocketDoor(place: Place, agentId: string, listener: DoorListener): Promise<Door> {
  const query = new URLSearchParams({
    agent_id: agentId,
    incoming_sampling_rate: String(CALLER_RATE),
    return_sampling_rate: String(CALLER_RATE),
    audio_field: 'audio',
    ...Object.fromEntries(Object.entries(TOLD).map(([name, value]) => [name, String(value)])),
  });
  const socket = await connect(place, `/agents?${query}`);
  attend<AgentMessage>(socket, listener, (message) => {
    const { type, audio } = message.data;
    if (type === 'audio_response' && audio !== undefined) {
      listener.play(decodePcm16ToInt16(Buffer.from(audio, 'base64')));
    } else if (type === 'stop_audio_response') listener.stop();
    const event = eventOf(message);
    if (event) listener.happened(event);
  });
  return {
    frameMs: 20,
    send: (frame) => {
      if (socket.readyState === socket.OPEN) socket.send(Buffer.from(frame.buffer));
    },
    press: (keys) => sendJson(socket, { text: keysAsTurn(keys) }),
    hangUp: () => closeSocket(socket),
  };
}
