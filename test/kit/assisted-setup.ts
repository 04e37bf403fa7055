/** A server with a scripted engine that learns takes instantly, and a new owner of voices for each test of a file. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ownOf, pictureOf, selectedOf } from './candidates.ts';
import { VoicesClient, type WireVoice } from './clients/voices-client.ts';
import { CloningEngine } from './cloning-engine.ts';
import { madeOf, type Passage } from './made-voices.ts';
import { startTestServer, type TestServer } from './server.ts';

interface HouseOptions {
  /** A further language besides English and German. */
  readonly lang?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export class AssistedSetup {
  readonly engine: CloningEngine;
  #server: TestServer | null = null;
  #me: VoicesClient | null = null;
  #owners = 0;

  /** Opens before the tests of the calling file, cleans up between them, and closes after them. */
  constructor({ lang, env = {} }: HouseOptions = {}) {
    this.engine = new CloningEngine(lang);
    beforeAll(async () => {
      this.#server = await startTestServer(this.engine, env);
    });
    afterAll(() => this.#server?.close());
    beforeEach(async () => {
      this.engine.forget();
      this.#me = await this.newOwner();
    });
    afterEach(() => this.engine.behave());
  }

  get server(): TestServer {
    if (this.#server === null) throw new Error('the setup is not open yet');
    return this.#server;
  }

  /** The owner in this test. */
  get me(): VoicesClient {
    if (this.#me === null) throw new Error('no test has begun');
    return this.#me;
  }

  newOwner(): Promise<VoicesClient> {
    return VoicesClient.of(this.server, `owner ${this.#owners++}`);
  }

  /** Sets the voices that the next takes give. */
  giving(...passages: Passage[]): void {
    this.engine.takeBehaviour = async (request) => madeOf(request, passages);
  }

  /** Returns the owner's voices by name. */
  own(): Promise<Record<string, WireVoice>> {
    return ownOf(this.me);
  }

  /** Returns the names of the owner's chosen voices. */
  selected(): Promise<string[]> {
    return selectedOf(this.me);
  }

  /** Returns everything that the owner can read about their voices. */
  picture(): Promise<unknown> {
    return pictureOf(this.me);
  }
}
