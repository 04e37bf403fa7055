/** Conversations in this process with a real recogniser and voice; only the model's endpoint is scripted. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { AddressGuard } from '../../agent-worker/address-guard/address-guard.ts';
import { parseAllowHosts } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { Conversation } from '../../agent-worker/conversation/conversation.ts';
import type {
  ConversationDeps,
  ConversationOptions,
} from '../../agent-worker/conversation/conversation-options.ts';
import { prepareConversations } from '../../agent-worker/conversation/load-models.ts';
import type {
  ConversationSettings,
  ConversationUsage,
  EndReason,
} from '../../agent-worker/conversation/types.ts';
import type { Engine } from '../../engine/index.ts';
import { Caller, Microphone } from './clients/caller.ts';
import { CHEAP_VOICE, completeEngine } from './server.ts';
import { ChatServer, say } from './servers/chat-server.ts';
import { CallerSpeech } from './sounds/caller-speech.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

/** A conversation with its caller. */
export interface Call {
  readonly conversation: Conversation;
  readonly caller: Caller;
  readonly microphone: Microphone;
  readonly log: readonly LogLine[];
  /** Usage at the end of the conversation. */
  readonly ends: readonly { readonly usage: ConversationUsage; readonly reason: EndReason }[];
  /** Speaks a text in the conversation's language, with the voice of all callers. Settles when it has been sent. */
  says(text: string): Promise<void>;
}

export interface CallOptions extends ConversationOptions {
  readonly settings?: Partial<ConversationSettings>;
  readonly deps?: Partial<ConversationDeps>;
  readonly caller?: Caller;
}

export interface ConversationSetup {
  readonly engine: Engine;
  readonly model: ChatServer;
  readonly speech: CallerSpeech;
  /** Opens a conversation that is closed when its test ends. */
  call(options?: CallOptions): Promise<Call>;
}

const SETTINGS: ConversationSettings = {
  agentId: null,
  instructions: 'Be brief.',
  greeting: '',
  lang: 'en',
  voiceId: CHEAP_VOICE,
  clone: undefined,
  mode: 'asr-llm-tts',
  endpointing: { minDelayMs: 300, maxDelayMs: 1500 },
  mcpServers: [],
  model: null,
  metadata: {},
};

/**
 * Call it once, at the top of a file.
 * @param makeEngine returns null if the machine lacks something, which skips the tests of the file
 */
export function conversationSetup(
  makeEngine: () => Promise<Engine | null> = completeEngine,
): ConversationSetup {
  let engine: Engine | null = null;
  let model: ChatServer | null = null;
  let speech: CallerSpeech | null = null;
  const calls: Call[] = [];
  beforeAll(async () => {
    engine = await makeEngine();
    if (!engine) return;
    speech = new CallerSpeech(engine);
    [model] = await Promise.all([ChatServer.start(), prepareConversations()]);
  });
  beforeEach(({ skip }) => {
    if (!engine) skip('the default voice or the recogniser is not installed');
    model?.answer(say('Of course.'));
    model?.requests.splice(0);
  });
  afterEach(async () => {
    await Promise.all(
      calls.splice(0).map(async ({ microphone, conversation }) => {
        microphone.close();
        await conversation.close('caller_left');
      }),
    );
  });
  afterAll(async () => {
    await model?.close();
    await engine?.close();
  });
  return {
    get engine() {
      return engine!;
    },
    get model() {
      return model!;
    },
    get speech() {
      return speech!;
    },
    async call({ settings, deps, caller = new Caller(), ...options } = {}) {
      const log: LogLine[] = [];
      const ends: { usage: ConversationUsage; reason: EndReason }[] = [];
      const conversation = await Conversation.open(
        { ...SETTINGS, ...settings },
        caller,
        {
          engine: engine!,
          model: model!.endpoint,
          guard: new AddressGuard({ allowHosts: parseAllowHosts('127.0.0.1') }),
          log: {
            info: (fields, message) => log.push({ level: 'info', fields, message }),
            warn: (fields, message) => log.push({ level: 'warn', fields, message }),
            error: (fields, message) => log.push({ level: 'error', fields, message }),
          },
          ...deps,
        },
        { onEnd: (usage, reason) => ends.push({ usage, reason }), ...options },
      );
      const microphone = new Microphone((frame) => conversation.pushAudio(frame));
      const call: Call = {
        conversation,
        caller,
        microphone,
        log,
        ends,
        says: async (text) => microphone.speak(await speech!.say(text, settings?.lang)),
      };
      calls.push(call);
      return call;
    },
  };
}

/** Returns the history in a request to the model, as `role: text`, without the prompt. */
export function historyOf(model: ChatServer, request = -1): string[] {
  const messages = model.requests.at(request)?.body.messages ?? [];
  return messages
    .filter(({ role }) => role !== 'system' && role !== 'developer')
    .map(
      ({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`,
    );
}
