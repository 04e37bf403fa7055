/** A server with agents of two owners and the address of a LiveKit server, for the tests of a file. */
import { afterAll, beforeAll, expect } from 'vitest';
import { createAgents } from '../../api/agents/create-agents.ts';
import { Authenticator } from '../../api/credentials/authenticator.ts';
import { loadSettings } from '../../api/settings/settings.ts';
import { openDatabase } from '../../api/storage/database.ts';
import { VoiceLibrary } from '../../api/voices/library.ts';
import { AgentsClient, dataOf, LIVEKIT } from './clients/agents-client.ts';
import type { Answer } from './clients/sse-client.ts';
import { VoicesClient } from './clients/voices-client.ts';
import { CloningEngine } from './cloning-engine.ts';
import { startTestServer, type TestServer } from './server.ts';

/** One fault of a request. */
interface Fault {
  readonly loc: unknown[];
  readonly type: string;
  readonly msg: string;
}

export class AgentOwners {
  /** It recognises all languages except German. */
  readonly engine = Object.assign(new CloningEngine(), {
    recogniser: {
      supports: (lang: string) => lang !== 'de',
      transcribe: () => Promise.reject(new Error('nobody asked')),
      close: async () => undefined,
    },
  });
  #server: TestServer | null = null;
  #other: AgentsClient | null = null;

  constructor() {
    beforeAll(async () => {
      this.#server = await startTestServer(this.engine, {
        ...LIVEKIT,
        LIVEKIT_AGENT_NAME: 'test-agents',
        MCP_ALLOW_HOSTS: '127.0.0.2:8080',
      });
      this.#other = new AgentsClient(this.server, (await VoicesClient.of(this.server, 'Other')).key);
    });
    afterAll(() => this.#server?.close());
  }

  get server(): TestServer {
    if (this.#server === null) throw new Error('the server is not started yet');
    return this.#server;
  }

  get me(): AgentsClient {
    return new AgentsClient(this.server);
  }

  get other(): AgentsClient {
    if (this.#other === null) throw new Error('there is no other owner yet');
    return this.#other;
  }

  /** Runs a function with the parts that workers and doors use, on the server's database. */
  async withSessions(use: (agents: ReturnType<typeof createAgents>) => Promise<void>): Promise<void> {
    const { engine } = this;
    const db = await openDatabase({ dataDir: this.server.dataDir, databaseUrl: null });
    const authenticator = await Authenticator.open(db);
    try {
      const library = new VoiceLibrary(db, engine);
      const settings = loadSettings({});
      await use(createAgents({ db, authenticator, engine, library, settings, bucket: null }));
    } finally {
      await authenticator.close();
      await db.destroy();
    }
  }
}

/** Returns the faults of a 422. */
export function faults({ status, json }: Answer): Fault[] {
  expect(status).toBe(422);
  return (json() as { detail: Fault[] }).detail;
}

export async function jwtOf(client: AgentsClient, expiration: number): Promise<string> {
  const path = `/sse/auth?expiration=${expiration}`;
  return (await dataOf<{ jwt_token: string }>(client.send('POST', path))).jwt_token;
}
