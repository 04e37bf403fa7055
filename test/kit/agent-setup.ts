/** A front with a REST application, a database and scripted conversations, on a real port. */
import type { llm } from '@livekit/agents';
import { onTestFinished } from 'vitest';
import { AGENT_FRAME_SAMPLES } from '../../agent-worker/audio-rates.ts';
import type {
  ClientTool,
  DirectedConversation,
  HistoryRole,
} from '../../agent-worker/conversation/direction.ts';
import type { ConversationSettings, EndReason } from '../../agent-worker/conversation/types.ts';
import type { Door } from '../../agent-worker/door.ts';
import { AgentStore } from '../../api/agents/agent-store.ts';
import { ConversationPlanner } from '../../api/agents/conversation-planner.ts';
import { SecretEncryption } from '../../api/agents/secret-encryption.ts';
import { StreamLinks } from '../../api/agents/stream-links.ts';
import { Transfers } from '../../api/calls/transfers.ts';
import type { ConversationRequest } from '../../api/front/conversation-deps.ts';
import { Front } from '../../api/front/front.ts';
import { KeyLimits } from '../../api/limits/key-limits.ts';
import { MemoryStore } from '../../api/limits/memory-store.ts';
import { type RestSetup, restSetup } from '../../api/rest/testing.ts';
import { loadSettings } from '../../api/settings/settings.ts';
import { CloningEngine } from './cloning-engine.ts';

/** A scripted conversation: it records the caller's audio, and sends what the test tells it to. */
export class ScriptedConversation implements DirectedConversation {
  readonly settings: ConversationSettings;
  readonly door: Door;
  readonly request: ConversationRequest;
  readonly typed: string[] = [];
  /** Decisions of its client. */
  readonly directed: (readonly [what: string, ...values: unknown[]])[] = [];
  /** The reason of its end; null while it is open. */
  closedFor: EndReason | null = null;
  readonly isClosing = false;
  readonly ended: Promise<EndReason>;
  #heard: Int16Array[] = [];
  #end: (reason: EndReason) => void = () => undefined;

  constructor(settings: ConversationSettings, door: Door, request: ConversationRequest) {
    this.settings = settings;
    this.door = door;
    this.request = request;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  pushAudio(samples: Int16Array): void {
    this.#heard.push(samples.slice());
  }

  type(text: string): void {
    this.typed.push(text);
  }

  instruct(instructions: string): void {
    this.directed.push(['instruct', instructions]);
  }

  offer(tools: readonly ClientTool[]): void {
    this.directed.push(['offer', tools]);
  }

  expect(names: readonly string[]): void {
    this.directed.push(['expect', names]);
  }

  remember(role: HistoryRole, text: string, id: string): void {
    this.directed.push(['remember', role, text, id]);
  }

  forget(id: string): void {
    this.directed.push(['forget', id]);
  }

  reply(instructions: string | null, toolChoice?: llm.ToolChoice): void {
    this.directed.push(['reply', instructions, toolChoice]);
  }

  interrupt(): void {
    this.directed.push(['interrupt']);
  }

  clearInput(): void {
    this.directed.push(['clearInput']);
  }

  async close(reason: EndReason): Promise<void> {
    this.closedFor ??= reason;
    this.#end(this.closedFor);
  }

  /** All audio received, in [-1, 1]. */
  get heard(): Float32Array {
    return Float32Array.from(
      this.#heard.flatMap((part) => [...part]),
      (sample) => sample / 32768,
    );
  }

  /** Plays frames of 20 ms of one utterance, a tone of 440 Hz, from the given frame on. */
  play(frames: number, from = 0): void {
    for (let frame = from; frame < from + frames; frame++) this.door.play(toneFrame(frame));
  }
}

/** Returns a frame of a tone of 440 Hz that is continuous over all frames. */
export function toneFrame(frame: number): Int16Array {
  return Int16Array.from({ length: AGENT_FRAME_SAMPLES }, (_, i) => {
    return 10_000 * Math.sin((2 * Math.PI * 440 * (frame * AGENT_FRAME_SAMPLES + i)) / 24_000);
  });
}

export interface AgentSetup {
  readonly rest: RestSetup;
  readonly port: number;
  /** `ws://127.0.0.1:PORT` */
  readonly ws: string;
  readonly front: Front;
  readonly links: StreamLinks;
  readonly conversations: ScriptedConversation[];
  /** Delays the opening of further conversations until the returned function is called; its error makes them fail. */
  hold(): (error?: Error) => void;
  /** Waits for the only conversation. */
  conversation(): Promise<ScriptedConversation>;
  createAgent(fields?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** A setup that is removed after the test that requested it. */
export async function agentSetup(
  env: Readonly<Record<string, string>> = {},
  options: { readonly agents?: boolean } = {},
): Promise<AgentSetup> {
  const rest = await restSetup();
  const settings = loadSettings({ PORT: '0', SHUTDOWN_GRACE_MS: '0', ...env });
  const { db, authenticator, library } = rest.deps;
  const engine = new CloningEngine();
  const links = new StreamLinks({ db, authenticator });
  const sealer = new SecretEncryption(db);
  const conversations: ScriptedConversation[] = [];
  let held: Promise<void> = Promise.resolve();
  const front = new Front({
    ...rest.deps,
    settings,
    engine,
    limits: new KeyLimits(settings, new MemoryStore()),
    overload: { check: () => undefined },
    readiness: { isDraining: false },
    rest: rest.app,
    agents:
      options.agents === false
        ? null
        : {
            planner: new ConversationPlanner({
              agents: new AgentStore({ db, engine, library, sealer, settings, canHear: () => true }),
              engine,
              library,
              sealer,
              settings,
              canHear: () => true,
            }),
            links,
            calls: {
              planStream: () => Promise.reject(new Error('there are no outgoing calls')),
              useLink: () => Promise.reject(new Error('there are no outgoing calls')),
            },
            transfers: new Transfers({ db, sealer }),
            conversations: {
              max: settings.maxAgentSessions ?? 10,
              get count() {
                return conversations.filter(({ closedFor }) => closedFor === null).length;
              },
              transcribes: () => () => undefined,
              async open(wanted, door, request) {
                await held;
                const conversation = new ScriptedConversation(wanted, door, request);
                conversations.push(conversation);
                return conversation;
              },
            },
          },
  });
  const { port } = await front.listen();
  onTestFinished(() => front.close(0));
  return {
    rest,
    port,
    ws: `ws://127.0.0.1:${port}`,
    front,
    links,
    conversations,
    hold() {
      let go: (error?: Error) => void = () => undefined;
      held = new Promise((resolve, reject) => {
        go = (error) => (error ? reject(error) : resolve());
      });
      held.catch(() => undefined);
      return go;
    },
    async conversation() {
      const deadlineMs = performance.now() + 10_000;
      for (;;) {
        const [conversation] = conversations;
        if (conversation) return conversation;
        if (performance.now() > deadlineMs) throw new Error('no conversation was opened');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async createAgent(fields = {}) {
      const payload = { name: 'Ada', prompt: 'Be brief.', greeting: 'Hello.', ...fields };
      const { body } = await rest.call({ method: 'POST', url: '/agents', payload });
      return (body as { data: { agent_id: string } }).data.agent_id;
    },
  };
}
