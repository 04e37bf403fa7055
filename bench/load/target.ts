import { ParleySocket } from './parley-socket.ts';
import { ParleySse } from './parley-sse.ts';
import { PeerHttp } from './peer-http.ts';
import type { Speaker } from './speaker.ts';

/** The address that a client connects to; always on the loopback interface. */
export type Target =
  | { readonly kind: 'parley-websocket' | 'parley-sse'; readonly port: number; readonly key: string }
  | { readonly kind: 'peer'; readonly port: number };

export function speakerFor(target: Target): Speaker {
  switch (target.kind) {
    case 'parley-websocket':
      return new ParleySocket(target.port, target.key);
    case 'parley-sse':
      return new ParleySse(target.port, target.key);
    case 'peer':
      return new PeerHttp(target.port);
  }
}
