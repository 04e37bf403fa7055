import type { DoorName } from '../../file/schema.ts';
import type { OpenDoor } from './door.ts';
import { openRealtimeDoor } from './realtime-door.ts';
import { openSocketDoor } from './socket-door.ts';
import { openTelephoneDoor } from './telephone-door.ts';

export const openDoor: Readonly<Record<DoorName, OpenDoor>> = {
  socket: openSocketDoor,
  telephone: openTelephoneDoor,
  realtime: openRealtimeDoor,
  // The media library starts threads, so it is loaded only for rooms.
  room: async (...call) => (await import('./room-door.ts')).openRoomDoor(...call),
};
