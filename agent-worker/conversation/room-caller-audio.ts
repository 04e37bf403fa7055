import {
  AudioStream,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  TrackSource,
} from '@livekit/rtc-node';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import { WINDOW_MS } from '../hearing/vad/vad-model.ts';

/** The reader of a track's audio; `cancel` frees what the media library holds for it. */
type TrackReader = ReadableStreamDefaultReader<{ readonly data: Int16Array }>;

export interface RoomCallerAudioOptions {
  readonly room: Room;
  /** The participant to listen to; undefined for the first one with a microphone. */
  readonly callerIdentity: string | undefined;
  /** Receives the caller's audio: mono, 16 kHz. */
  readonly hear: (samples: Int16Array) => void;
}

/**
 * Listens to the caller's microphone in a room. Follows the caller when they mute, choose another microphone, or
 * rejoin.
 *
 * The framework's own input passes a message of the media library through a dozen streams every 10 ms. This reader
 * passes one message for each window that the VAD judges, with no added delay.
 */
export class RoomCallerAudio {
  readonly #room: Room;
  readonly #hear: (samples: Int16Array) => void;
  #callerIdentity: string | undefined;
  #current: { readonly track: RemoteTrack; readonly reader: TrackReader } | null = null;

  /** Starts listening. Another part has to subscribe to the room's audio. */
  constructor({ room, callerIdentity, hear }: RoomCallerAudioOptions) {
    this.#room = room;
    this.#hear = hear;
    this.#callerIdentity = callerIdentity;
    room.on(RoomEvent.TrackSubscribed, this.#subscribed);
    room.on(RoomEvent.TrackUnsubscribed, this.#unsubscribed);
    this.#scan();
  }

  close(): void {
    this.#room.off(RoomEvent.TrackSubscribed, this.#subscribed);
    this.#room.off(RoomEvent.TrackUnsubscribed, this.#unsubscribed);
    this.#stop();
  }

  /** Takes a microphone that has been published before. */
  #scan(): void {
    for (const participant of this.#room.remoteParticipants.values()) {
      for (const publication of participant.trackPublications.values()) {
        if (publication.track) this.#subscribed(publication.track, publication, participant);
      }
    }
  }

  /** The latest counts. */
  readonly #subscribed = (
    track: RemoteTrack,
    publication: RemoteTrackPublication,
    participant: Participant,
  ): void => {
    if (publication.source !== TrackSource.SOURCE_MICROPHONE || track === this.#current?.track) return;
    this.#callerIdentity ??= participant.identity;
    if (participant.identity !== this.#callerIdentity) return;
    this.#stop();
    const stream = new AudioStream(track, {
      sampleRate: CALLER_SAMPLE_RATE,
      numChannels: 1,
      frameSizeMs: WINDOW_MS,
    });
    const reader: TrackReader = stream.getReader();
    this.#current = { track, reader };
    void this.#read(reader);
  };

  readonly #unsubscribed = (
    track: RemoteTrack,
    _publication: RemoteTrackPublication,
    _participant: RemoteParticipant,
  ): void => {
    if (track !== this.#current?.track) return;
    this.#stop();
    this.#scan();
  };

  #stop(): void {
    const current = this.#current;
    this.#current = null;
    current?.reader.cancel().catch(() => undefined);
  }

  /** Ends with the track. */
  async #read(reader: TrackReader): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || this.#current?.reader !== reader) return;
        this.#hear(value.data);
      }
    } catch {
      // The media library has dropped the track. The caller's next track replaces it.
    }
  }
}
