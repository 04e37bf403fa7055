import { type RemoteTrackPublication, type Room, RoomEvent, TrackKind } from '@livekit/rtc-node';

/** Subscribes to all sound in a room, and to nothing else: video would be decoded for nobody. */
export class AudioSubscriptions {
  readonly #room: Room;

  /** To be made before the room is connected, without automatic subscription. */
  constructor(room: Room) {
    this.#room = room;
    room.on(RoomEvent.TrackPublished, this.#published);
  }

  /** Sound that was there before. To be called once the room is connected. */
  scanRoom(): void {
    for (const participant of this.#room.remoteParticipants.values()) {
      for (const publication of participant.trackPublications.values()) this.#published(publication);
    }
  }

  close(): void {
    this.#room.off(RoomEvent.TrackPublished, this.#published);
  }

  readonly #published = (publication: { kind?: TrackKind | undefined }): void => {
    if (publication.kind === TrackKind.KIND_AUDIO)
      (publication as RemoteTrackPublication).setSubscribed(true);
  };
}
