import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  type Room,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { CALLER_RATE } from './clip.ts';
import type { MicrophoneLine } from './microphone.ts';

/**
 * Frame size for the media library. Each frame costs a message to the whole process, and callers share the processors
 * with the agents.
 */
export const ROOM_FRAME_MS = 20;
/** Upper bound of the queue. A microphone sends less ahead. */
const QUEUE_MS = 200;

/** The track of a caller's microphone in a room. */
export interface RoomMicrophone {
  /** Frames are dropped once it is closed. */
  readonly line: MicrophoneLine & { queuedMs(): number };
  publish(room: Room): Promise<void>;
  close(): Promise<void>;
}

export function createRoomMicrophone(): RoomMicrophone {
  const source = new AudioSource(CALLER_RATE, 1, QUEUE_MS);
  const track = LocalAudioTrack.createAudioTrack('microphone', source);
  return {
    line: {
      frameMs: ROOM_FRAME_MS,
      send: (frame) => {
        void source.captureFrame(new AudioFrame(frame, CALLER_RATE, 1, frame.length)).catch(() => undefined);
      },
      queuedMs: () => source.queuedDuration,
    },
    publish: async (room) => {
      const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
      await room.localParticipant?.publishTrack(track, options);
    },
    close: () => track.close(),
  };
}
