/** Whole conversations in rooms: a server with the real engine and a scripted model, a LiveKit server, and callers. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { prepareConversations } from '../../agent-worker/conversation/load-models.ts';
import type { Engine } from '../../engine/index.ts';
import { AgentsClient, type TokenAnswer } from './clients/agents-client.ts';
import { Caller } from './clients/room-caller.ts';
import { completeEngine, startTestServer, type TestServer, until } from './server.ts';
import { ChatServer, say } from './servers/chat-server.ts';
import type { LiveKitServer } from './servers/livekit.ts';
import { CallerSpeech } from './sounds/caller-speech.ts';

/** Allows for busy machines. */
export const PATIENCE_MS = 60_000;
export const GREETING = 'Hello, how can I help you today?';

export interface RoomHouseOptions {
  /** Settings of the server, computed when it starts. */
  readonly env?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  readonly makeEngine?: () => Promise<Engine | null>;
}

export interface RoomSetup {
  readonly engine: Engine;
  readonly server: TestServer;
  readonly model: ChatServer;
  readonly client: AgentsClient;
  /** Creates an agent with a greeting, and a token for it. */
  invite(
    agent?: Readonly<Record<string, unknown>>,
    asked?: Readonly<Record<string, unknown>>,
  ): Promise<TokenAnswer>;
  /** Enters the room with an open microphone. Leaves when the test ends. */
  enter(token: string): Promise<Caller>;
  /** Enters the room of a new agent, and waits for the end of its greeting. */
  greeted(
    agent?: Readonly<Record<string, unknown>>,
    asked?: Readonly<Record<string, unknown>>,
  ): Promise<Caller>;
  /**
   * Synthesizes callers' speech, with one voice for all of them.
   * @returns samples at 16 kHz
   */
  speech(text: string): Promise<Int16Array>;
}

/** Returns the settings of LiveKit for the server. */
export function livekitEnv({ url, apiKey, apiSecret }: LiveKitServer): Record<string, string> {
  return { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
}

/** Returns the settings of the agents' language model. */
export function modelEnv({ endpoint }: ChatServer): Record<string, string> {
  return { LLM_BASE_URL: endpoint.baseUrl, LLM_MODEL: endpoint.model, LLM_API_KEY: endpoint.apiKey ?? '' };
}

/** Call it once, inside `onLiveKit`. Its tests are skipped if the machine lacks voices or a recogniser. */
export function roomSetup(livekit: () => LiveKitServer, options: RoomHouseOptions = {}): RoomSetup {
  let engine: Engine | null = null;
  let server: TestServer | null = null;
  let model: ChatServer | null = null;
  let speech: CallerSpeech | null = null;
  const callers: Caller[] = [];
  beforeAll(async () => {
    engine = await (options.makeEngine ?? completeEngine)();
    if (!engine) return;
    speech = new CallerSpeech(engine);
    model = await ChatServer.start();
    await prepareConversations();
    server = await startTestServer(engine, {
      ...livekitEnv(livekit()),
      ...modelEnv(model),
      ...(await options.env?.()),
    });
    await until('the worker is registered', () => livekit().log.includes('worker registered'));
  });
  beforeEach(({ skip }) => {
    if (!engine) skip('the default voice or the recogniser is not installed');
    model?.answer(say('Of course.'));
    model?.requests.splice(0);
  });
  afterEach(async () => {
    await Promise.all(callers.splice(0).map((caller) => caller.leave()));
  });
  afterAll(async () => {
    await server?.close();
    await model?.close();
    await engine?.close();
  });
  const setup: RoomSetup = {
    get engine() {
      return engine!;
    },
    get server() {
      return server!;
    },
    get model() {
      return model!;
    },
    get client() {
      return new AgentsClient(server!);
    },
    async invite(agent, asked) {
      const { client } = setup;
      const id = await client.made({
        name: 'Ada',
        prompt: 'Be brief.',
        greeting: GREETING,
        ...agent,
      });
      return client.token(id, asked);
    },
    async enter(token) {
      const caller = await Caller.enter(livekit().url, token);
      callers.push(caller);
      await caller.openMicrophone();
      return caller;
    },
    async greeted(agent, asked) {
      const { token } = await setup.invite(agent, asked);
      const caller = await setup.enter(token);
      await heardToTheEnd(caller, 0);
      return caller;
    },
    speech: (text) => speech!.say(text),
  };
  return setup;
}

/** Waits until the agent has spoken since `levels` had this length, and has finished. */
export async function heardToTheEnd(caller: Caller, since = caller.levels.length): Promise<void> {
  await until('the agent is heard', () => caller.hearsSince(since), PATIENCE_MS);
  // On a busy machine there is silence within words, too.
  const hasFinished = (): boolean => caller.states.at(-1) !== 'speaking' && caller.isQuietFor(700);
  await until('the agent has finished', hasFinished, PATIENCE_MS);
}

/** Returns the texts of messages of one type on topic `agent`. */
export function textsOf(caller: Caller, type: string): string[] {
  return messagesOf(caller)
    .filter((message) => message.type === type)
    .map(({ text }) => text ?? '');
}

/** Returns messages on topic `agent` from text streams. */
export function messagesOf(caller: Caller): { readonly type: string; readonly text?: string }[] {
  return caller.streamed.flatMap(({ data }) => (data ? [data as { type: string; text?: string }] : []));
}
