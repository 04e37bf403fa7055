import type { Room } from '@livekit/rtc-node';

/**
 * Disconnects for good. A room closed by the server keeps its listener on the media library's events (rtc-node 0.13.35:
 * `disconnect` returns at once for a room that is not connected). That leaks the room and slows down every later event,
 * so the listener is removed here.
 */
export async function leaveRoom(room: Room): Promise<void> {
  try {
    await room.disconnect();
  } finally {
    const { onFfiEvent } = room as unknown as { onFfiEvent: (event: unknown) => void };
    mediaLibrary()?.off('ffi_event', onFfiEvent);
    room.removeAllListeners();
  }
}

interface Emitter {
  off(name: string, listener: (event: unknown) => void): void;
  listenerCount(name: string): number;
}

/** The only client of rtc-node's media library; undefined before the first room. */
export function mediaLibrary(): Emitter | undefined {
  return (globalThis as { _ffiClientInstance?: Emitter })._ffiClientInstance;
}
