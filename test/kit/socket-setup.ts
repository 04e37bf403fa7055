/** Setup for tests of speak sockets: the built-in voices, a server, and clients that are closed with their test. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { type Query, SpeakClient } from './clients/speak-client.ts';
import { builtInEngine, startTestServer, type TestServer } from './server.ts';

export interface SocketSetup {
  /** Available from the first test on. */
  readonly engine: Engine;
  readonly server: TestServer;
  /** Opens a client that is closed when its test ends. */
  open(query?: Query, lang?: string): Promise<SpeakClient>;
}

/**
 * Call it once, at the top of a file.
 * @param defaults settings of every client, unless overridden
 */
export function socketSetup(defaults: Query = {}): SocketSetup {
  let engine: Engine;
  let server: TestServer;
  const clients: SpeakClient[] = [];
  beforeAll(async () => {
    engine = await builtInEngine();
    server = await startTestServer(engine);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(async () => {
    await server.close();
    await engine.close();
  });
  return {
    get engine() {
      return engine;
    },
    get server() {
      return server;
    },
    async open(query = {}, lang = 'en') {
      const client = await SpeakClient.open(server, { ...defaults, ...query }, lang);
      clients.push(client);
      return client;
    },
  };
}
