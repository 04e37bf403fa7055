/** A real server with a real recogniser and voices, agents with a scripted model, and callers on its sockets. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { prepareConversations } from '../../agent-worker/conversation/load-models.ts';
import type { Engine } from '../../engine/index.ts';
import { resampleAll } from '../../media/resampler.ts';
import type { AgentSocketMessage, Query } from './clients/agent-socket-client.ts';
import { AgentsClient } from './clients/agents-client.ts';
import { JsonSocket } from './clients/json-socket.ts';
import { completeEngine, KEY, startTestServer, type TestServer, until } from './server.ts';
import { ChatServer, say } from './servers/chat-server.ts';
import { CallerSpeech } from './sounds/caller-speech.ts';

/** Allows for slow machines. */
export const PATIENCE_MS = 60_000;

export interface AgentServer {
  readonly engine: Engine;
  readonly server: TestServer;
  readonly model: ChatServer;
  readonly speech: CallerSpeech;
  readonly agents: AgentsClient;
  /** Returns the URL of the agent socket. */
  url(query?: Query): string;
  /** Opens a client that is closed when its test ends. */
  open(query?: Query): Promise<JsonSocket<AgentSocketMessage>>;
  /** Waits until nothing is left of any conversation. */
  isFreed(): Promise<void>;
  /** Recognises samples of this rate. */
  hears(samples: Float32Array, rate: number): Promise<string>;
}

/**
 * Call it once, at the top of a file.
 * @param makeEngine null if the machine lacks something, which skips the tests of the file
 */
export function agentServer(
  env: Readonly<Record<string, string>> = {},
  makeEngine: () => Promise<Engine | null> = completeEngine,
): AgentServer {
  let engine: Engine | null = null;
  let model: ChatServer | null = null;
  let server: TestServer | null = null;
  let speech: CallerSpeech | null = null;
  const clients: JsonSocket<AgentSocketMessage>[] = [];
  beforeAll(async () => {
    engine = await makeEngine();
    if (!engine) return;
    speech = new CallerSpeech(engine);
    [model] = await Promise.all([ChatServer.start(), prepareConversations()]);
  });
  beforeEach(async ({ skip }) => {
    if (!engine || !model) return skip('the default voice or the recogniser is not installed');
    model.answer(say('It is sunny today.'));
    model.requests.splice(0);
    server = await startTestServer(engine, {
      AGENT_DRAIN_MS: '0',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'test-model',
      ...env,
    });
  });
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.terminate();
    await server?.close();
    server = null;
  });
  afterAll(async () => {
    await model?.close();
    await engine?.close();
  });
  const setup: AgentServer = {
    get engine() {
      return engine!;
    },
    get server() {
      return server!;
    },
    get model() {
      return model!;
    },
    get speech() {
      return speech!;
    },
    get agents() {
      return new AgentsClient(server!);
    },
    url(query = {}) {
      const search = new URLSearchParams({ api_key: KEY });
      for (const [name, value] of Object.entries(query)) search.set(name, String(value));
      return `${setup.server.ws}/agents?${search}`;
    },
    async open(query) {
      const client = await JsonSocket.open<AgentSocketMessage>(setup.url(query));
      clients.push(client);
      return client;
    },
    async isFreed() {
      await until('no stream is left', () => setup.engine.stats().activeStreams === 0, PATIENCE_MS);
      await until('no request is left', () => setup.model.underWay === 0, PATIENCE_MS);
    },
    async hears(samples, rate) {
      const { text } = await setup.engine.recogniser.transcribe(resampleAll(samples, rate, 16_000), {
        lang: 'en',
      });
      return text;
    },
  };
  return setup;
}
