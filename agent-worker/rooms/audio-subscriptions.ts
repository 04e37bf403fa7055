import { type RemoteTrackPublication, type Room, RoomEvent, TrackKind } from '@livekit/rtc-node';

/** Subscribes to all audio in a room and to nothing else: decoding video would be wasted. */
export class AudioSubscriptions {
  readonly #room: Room;

  /** Must be created before the room is connected without automatic subscription. */
  constructor(room: Room) {
    this.#room = room;
    room.on(RoomEvent.TrackPublished, this.#published);
    // Requests that were sent while the connection was being restored may have been lost with it.
    room.on(RoomEvent.Reconnected, this.#scan);
  }

  /** Subscribes to audio that is already in the room. Call it once the room is connected. */
  scanRoom(): void {
    this.#scan();
  }

  close(): void {
    this.#room.off(RoomEvent.TrackPublished, this.#published);
    this.#room.off(RoomEvent.Reconnected, this.#scan);
  }

  readonly #scan = (): void => {
    for (const participant of this.#room.remoteParticipants.values()) {
      for (const publication of participant.trackPublications.values()) this.#published(publication);
    }
  };

  readonly #published = (publication: { kind?: TrackKind | undefined }): void => {
    if (publication.kind === TrackKind.KIND_AUDIO)
      (publication as RemoteTrackPublication).setSubscribed(true);
  };
}
