/** The door for clients of OpenAI's Realtime API. */
import { decodePcm16, encodePcm16, floatToInt16, int16ToFloat } from '../../../media/pcm.ts';
import { CALLER_RATE } from '../../caller/clip.ts';
import { keysAsTurn } from './agent-messages.ts';
import type { Door, DoorListener, Place } from './door.ts';
import { resampledStream } from './resampled-stream.ts';
import { attend, closeSocket, connect, sendJson } from './web-socket.ts';

/** Of `audio/pcm`. */
const WIRE_RATE = 24_000;

interface ServerEvent {
  readonly type: string;
  readonly delta?: string;
  readonly transcript?: string;
  readonly response?: { readonly status?: string };
  readonly error?: { readonly message?: string };
}

/** @throws Refused */
export async function openRealtimeDoor(place: Place, agentId: string, listener: DoorListener): Promise<Door> {
  const socket = await connect(place, `/v1/realtime?${new URLSearchParams({ model: agentId })}`);
  const toWire = resampledStream(CALLER_RATE, WIRE_RATE);
  const fromWire = resampledStream(WIRE_RATE, CALLER_RATE);
  let hasHeard = false;
  const heard = (text: string): void => {
    hasHeard = true;
    listener.happened({ kind: 'heard', text });
  };
  attend<ServerEvent>(socket, listener, ({ type, delta = '', transcript = '', response, error }) => {
    switch (type) {
      case 'response.output_audio.delta':
        listener.play(floatToInt16(fromWire(decodePcm16(Buffer.from(delta, 'base64')))));
        break;
      case 'response.output_audio_transcript.done':
        listener.happened({ kind: 'said', text: transcript, isAnswer: hasHeard });
        break;
      case 'conversation.item.input_audio_transcription.completed':
        if (transcript !== '') heard(transcript);
        break;
      case 'response.done':
        listener.happened({ kind: 'answered', interrupted: response?.status === 'cancelled', stagesMs: {} });
        break;
      case 'error':
        listener.happened({ kind: 'error', text: error?.message ?? '' });
        break;
    }
  });
  return {
    frameMs: 20,
    send: (frame) => {
      const audio = encodePcm16(toWire(int16ToFloat(frame)));
      sendJson(socket, { type: 'input_audio_buffer.append', audio: Buffer.from(audio).toString('base64') });
    },
    press: (keys) => {
      const text = keysAsTurn(keys);
      const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
      sendJson(socket, { type: 'conversation.item.create', item });
      sendJson(socket, { type: 'response.create' });
      heard(text);
    },
    hangUp: () => closeSocket(socket),
  };
}
