import { mediaLibrary } from './leave-room.ts';

/** Listeners on the media library's events, for tests that look for leaks. */
export function mediaListeners(): number {
  return mediaLibrary()?.listenerCount('ffi_event') ?? 0;
}
