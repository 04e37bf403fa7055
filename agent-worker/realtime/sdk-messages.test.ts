/**
 * Messages that SDKs of other vendors send on their own, read from their sources in November 2026. None of them may
 * cause an error.
 */
import { describe, expect, it } from 'vitest';
import { ScriptedConversation } from '../../test/kit/agent-setup.ts';
import { RealtimeSession } from './realtime-session.ts';

type Event = Readonly<Record<string, unknown>>;
type Json = Readonly<Record<string, unknown>>;

const MODEL = 'gpt-realtime';
const PCM = { type: 'audio/pcm', rate: 24_000 };
const SILENCE = Buffer.alloc(4800).toString('base64');

/** A session with a scripted conversation. */
class Client {
  readonly events: Event[] = [];
  readonly #session: RealtimeSession;
  conversation: ScriptedConversation | null = null;

  constructor() {
    const settings = {} as ConstructorParameters<typeof ScriptedConversation>[0];
    this.#session = new RealtimeSession({
      model: MODEL,
      plan: async () => settings,
      open: async (_settings: unknown, door: ScriptedConversation['door']) => {
        this.conversation = new ScriptedConversation(settings, door, {} as never);
        return this.conversation;
      },
      port: {
        send: (text: string) => void this.events.push(JSON.parse(text) as Event),
        bufferedBytes: () => 0,
        end: () => undefined,
      },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      maxMessageBytes: 1_000_000,
      slowReaderMs: 1000,
    } as unknown as ConstructorParameters<typeof RealtimeSession>[0]);
  }

  /** Sends messages, and waits until they have been handled. */
  async send(...messages: readonly Json[]): Promise<void> {
    for (const message of messages) this.#session.receive(Buffer.from(JSON.stringify(message)), false);
    const mark = 'the.last';
    this.#session.receive(Buffer.from(JSON.stringify({ type: mark, event_id: mark })), false);
    while (!this.events.some(({ error }) => (error as Json | undefined)?.event_id === mark)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.events.splice(
      this.events.findIndex(({ error }) => (error as Json | undefined)?.event_id === mark),
      1,
    );
  }

  of(type: string): Event[] {
    return this.events.filter((event) => event.type === type);
  }

  get errors(): unknown[] {
    return this.of('error').map(({ error }) => error);
  }

  /** The session as last reported to the client. */
  get session(): Json {
    return this.of('session.updated').at(-1)?.session as Json;
  }
}

const update = (session: Json, more: Json = {}) => ({ type: 'session.update', session, ...more });
const created = (item: Json, more: Json = {}) => ({ type: 'conversation.item.create', item, ...more });
const userText = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello.' }] };
const tool = {
  type: 'function',
  name: 'add',
  description: 'Adds.',
  parameters: { type: 'object', properties: {} },
};

const MESSAGES: readonly (readonly [string, readonly Json[]])[] = [
  [
    'openai-agents-js: the session, with its defaults',
    [
      update({
        type: 'realtime',
        instructions: 'Be kind.',
        model: 'gpt-realtime-2.1',
        output_modalities: ['audio'],
        audio: {
          input: {
            format: PCM,
            noise_reduction: null,
            transcription: { model: 'gpt-4o-mini-transcribe' },
            turn_detection: { type: 'semantic_vad' },
          },
          output: { format: PCM, speed: 1 },
        },
        tools: [tool],
      }),
    ],
  ],
  [
    'openai-agents-js: tracing, reasoning and parallel calls',
    [
      update({ type: 'realtime', tracing: { workflow_name: 'Calls', group_id: 'g', metadata: { a: 'b' } } }),
      update({ type: 'realtime', tracing: 'auto' }),
      update({ type: 'realtime', parallel_tool_calls: false, reasoning: { effort: 'low' } }),
    ],
  ],
  [
    'openai-agents-js: a typed turn, and its history anew',
    [
      created(userText),
      { type: 'response.create', event_id: 'abc' },
      created({
        type: 'message',
        role: 'assistant',
        id: 'item_1',
        status: 'completed',
        content: [{ type: 'output_audio', audio: null, transcript: 'Hello.' }],
      }),
      created({
        type: 'message',
        role: 'user',
        id: 'item_2',
        status: 'completed',
        content: [{ type: 'input_audio', transcript: 'Hi.' }],
      }),
      { type: 'conversation.item.delete', item_id: 'item_2' },
    ],
  ],
  [
    'openai-agents-python: the session, with its defaults',
    [
      update({
        type: 'realtime',
        model: 'gpt-realtime-2.1',
        output_modalities: ['audio'],
        audio: {
          input: {
            format: PCM,
            transcription: { model: 'gpt-4o-mini-transcribe' },
            turn_detection: { type: 'semantic_vad', interrupt_response: true },
          },
          output: { format: PCM, voice: 'ash' },
        },
        tools: [],
        instructions: 'Be kind.',
      }),
      update({ type: 'realtime', tracing: 'auto' }),
    ],
  ],
  [
    'openai-agents-python: a turn, its item again, and an interruption',
    [
      created({ ...userText, id: 'item_3' }),
      { type: 'response.create' },
      { type: 'conversation.item.retrieve', item_id: 'item_3' },
      { type: 'conversation.item.truncate', item_id: 'item_3', content_index: 0, audio_end_ms: 120 },
      { type: 'response.cancel' },
    ],
  ],
  [
    "LiveKit's plugin: the session, with its defaults",
    [
      update(
        {
          type: 'realtime',
          model: MODEL,
          output_modalities: ['audio'],
          audio: {
            input: {
              format: PCM,
              noise_reduction: null,
              transcription: { model: 'gpt-4o-mini-transcribe' },
              turn_detection: {
                type: 'semantic_vad',
                create_response: true,
                eagerness: 'medium',
                interrupt_response: true,
              },
            },
            output: { format: PCM, speed: 1, voice: 'marin' },
          },
          max_output_tokens: 'inf',
          tool_choice: 'auto',
          tracing: null,
          truncation: { type: 'retention_ratio', retention_ratio: 0.8 },
        },
        { event_id: 'session_update_1' },
      ),
      update({ type: 'realtime', model: MODEL, tools: [tool] }, { event_id: 'tools_update_1' }),
      update({ type: 'realtime', instructions: 'Be kind.' }, { event_id: 'instructions_update_1' }),
    ],
  ],
  [
    "LiveKit's plugin: a history with calls, and a reply",
    [
      created(
        { type: 'message', id: 'a', role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
        { previous_item_id: 'root', event_id: 'chat_ctx_create_1' },
      ),
      created(
        { id: 'b', type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
        { previous_item_id: 'a' },
      ),
      created(
        { id: 'c', type: 'function_call_output', call_id: 'c1', output: '3' },
        { previous_item_id: 'b' },
      ),
      created(
        { type: 'message', id: 'd', role: 'assistant', content: [{ type: 'output_text', text: 'Three.' }] },
        { previous_item_id: 'c' },
      ),
      { type: 'conversation.item.delete', item_id: 'd', event_id: 'chat_ctx_delete_1' },
      {
        type: 'response.create',
        event_id: 'response_create_1',
        response: { instructions: 'Greet.', metadata: { client_event_id: 'response_create_1' } },
      },
      { type: 'input_audio_buffer.append', audio: SILENCE },
      { type: 'input_audio_buffer.clear' },
    ],
  ],
  [
    "LiveKit's plugin for Azure's preview",
    [
      update({
        model: MODEL,
        voice: 'alloy',
        input_audio_format: 'pcm16',
        output_audio_format: 'pcm16',
        modalities: ['text', 'audio'],
        turn_detection: {
          type: 'server_vad',
          threshold: 0.5,
          prefix_padding_ms: 300,
          silence_duration_ms: 200,
          create_response: true,
        },
        input_audio_transcription: { model: 'whisper-1' },
        tool_choice: 'auto',
        max_response_output_tokens: 'inf',
        instructions: 'Be kind.',
      }),
    ],
  ],
  [
    'Pipecat: the session, a context and a reply',
    [
      update(
        {
          type: 'realtime',
          instructions: 'Be kind.',
          audio: {
            input: {
              format: PCM,
              transcription: { model: 'gpt-realtime-whisper' },
              noise_reduction: { type: 'near_field' },
              turn_detection: { type: 'semantic_vad' },
            },
            output: { format: PCM, voice: 'alloy' },
          },
          tools: [tool],
        },
        { event_id: '6a0d2c30-2bd0-4b6c-a17f-5d1a4c0f6f0d' },
      ),
      created({
        id: 'abc',
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Hello.' }],
      }),
      { type: 'response.create', event_id: 'x', response: { output_modalities: ['audio'] } },
      { type: 'conversation.item.retrieve', item_id: 'abc', event_id: 'rci_abc' },
    ],
  ],
  [
    "Pipecat: turns by the server's detector",
    [
      update({
        audio: {
          input: {
            turn_detection: {
              type: 'server_vad',
              threshold: 0.5,
              prefix_padding_ms: 300,
              silence_duration_ms: 500,
            },
          },
        },
      }),
    ],
  ],
  [
    "the beta's reference client, with turns detected",
    [
      update({
        modalities: ['text', 'audio'],
        instructions: '',
        voice: 'verse',
        input_audio_format: 'pcm16',
        output_audio_format: 'pcm16',
        input_audio_transcription: null,
        turn_detection: {
          type: 'server_vad',
          threshold: 0.5,
          prefix_padding_ms: 300,
          silence_duration_ms: 200,
        },
        tools: [],
        tool_choice: 'auto',
        temperature: 0.8,
        max_response_output_tokens: 4096,
      }),
      created(userText),
      { type: 'response.create', event_id: 'evt_1' },
    ],
  ],
  [
    'the package openai: every option that has no effect here',
    [
      update({
        type: 'realtime',
        include: ['item.input_audio_transcription.logprobs'],
        truncation: 'disabled',
        max_output_tokens: 500,
        prompt: null,
        audio: {
          input: {
            noise_reduction: { type: 'far_field' },
            transcription: {
              model: 'gpt-4o-transcribe',
              language: null,
              keywords: ['Sherburn'],
              delay: 'low',
            },
            turn_detection: {
              type: 'server_vad',
              threshold: 0.9,
              prefix_padding_ms: 0,
              idle_timeout_ms: 6000,
            },
          },
          output: { format: { type: 'audio/pcmu' }, voice: { id: 'nova' } },
        },
      }),
      {
        type: 'response.create',
        response: {
          tools: [],
          tool_choice: 'none',
          conversation: 'auto',
          max_output_tokens: 'inf',
          parallel_tool_calls: true,
          output_modalities: ['audio'],
          metadata: null,
        },
      },
      { type: 'output_audio_buffer.clear' },
    ],
  ],
];

describe('messages that SDKs send on their own cause no error', () => {
  it.each(MESSAGES)('%s', async (_, messages) => {
    const client = new Client();
    await client.send(...messages);
    expect(client.errors).toEqual([]);
    const updates = messages.filter(({ type }) => type === 'session.update').length;
    expect(client.of('session.updated')).toHaveLength(updates);
  });

  it('the reported session may be sent back', async () => {
    const client = new Client();
    await client.send(
      update({ type: 'realtime', audio: { input: { turn_detection: { type: 'server_vad' } } } }),
    );
    const told = client.session;
    await client.send(update({ ...told, expires_at: 1_800_000_000, client_secret: null }));
    expect(client.errors).toEqual([]);
    expect(client.session).toEqual(told);
  });
});

describe('session.updated', () => {
  it('reports the fields in effect, whatever was requested', async () => {
    const client = new Client();
    await client.send(
      update({
        modalities: ['text', 'audio'],
        voice: 'verse',
        input_audio_format: 'g711_ulaw',
        temperature: 0.8,
        max_response_output_tokens: 10,
        tracing: 'auto',
        truncation: 'disabled',
        include: ['x'],
        input_audio_noise_reduction: { type: 'near_field' },
        turn_detection: {
          type: 'server_vad',
          threshold: 0.9,
          prefix_padding_ms: 0,
          silence_duration_ms: null,
        },
      }),
    );
    expect(client.session).toMatchObject({
      output_modalities: ['audio'],
      max_output_tokens: 'inf',
      tracing: null,
      truncation: 'auto',
      include: null,
      audio: {
        input: {
          format: { type: 'audio/pcmu' },
          noise_reduction: null,
          turn_detection: {
            type: 'server_vad',
            threshold: 0.5,
            prefix_padding_ms: 300,
            silence_duration_ms: 500,
          },
        },
        output: { voice: 'verse', speed: 1 },
      },
    });
    expect(client.session).not.toHaveProperty('temperature');
  });
});

describe('a response', () => {
  const asked: [string, Json, unknown][] = [
    ['without tools', { tools: [] }, 'none'],
    ['that may not call', { tool_choice: 'none' }, 'none'],
    ['that has to call', { tool_choice: 'required' }, 'required'],
    [
      'that calls one',
      { tool_choice: { type: 'function', name: 'add' } },
      { type: 'function', function: { name: 'add' } },
    ],
    ['as usual', { tool_choice: 'auto' }, 'auto'],
  ];

  it.each(asked)('%s', async (_, response, toolChoice) => {
    const client = new Client();
    await client.send({ type: 'response.create', response });
    expect(client.conversation?.directed).toEqual([['reply', null, toolChoice]]);
    expect(client.errors).toEqual([]);
  });

  it('with another voice is refused by name', async () => {
    const client = new Client();
    await client.send(update({ voice: 'nova' }), {
      type: 'response.create',
      response: { audio: { output: { voice: 'nova' } } },
    });
    expect(client.errors).toEqual([]);
    await client.send({ type: 'response.create', response: { voice: 'onyx' } });
    expect(client.errors).toMatchObject([{ param: 'response.audio.output.voice' }]);
  });
});

describe('items', () => {
  it('are remembered, shown again and forgotten', async () => {
    const client = new Client();
    await client.send(
      created({ ...userText, id: 'one' }),
      { type: 'conversation.item.retrieve', item_id: 'one' },
      { type: 'conversation.item.delete', item_id: 'one' },
    );
    expect(client.of('conversation.item.retrieved')).toMatchObject([{ item: { id: 'one', role: 'user' } }]);
    expect(client.of('conversation.item.deleted')).toMatchObject([{ item_id: 'one' }]);
    expect(client.conversation?.directed).toEqual([
      ['remember', 'user', 'Hello.', 'one'],
      ['forget', 'one'],
    ]);
    await client.send(
      { type: 'conversation.item.retrieve', item_id: 'one', event_id: 'mine' },
      created({ ...userText, id: 'two' }, { previous_item_id: 'root' }),
    );
    expect(client.errors).toMatchObject([
      { code: 'realtime_item_unknown', param: 'item_id', event_id: 'mine' },
    ]);
  });

  it('of an earlier conversation tell the model which tools were called', async () => {
    const client = new Client();
    await client.send(
      created({ type: 'function_call', call_id: 'c', name: 'add', arguments: '{"a":1}' }),
      created({ type: 'function_call_output', call_id: 'c', output: { sum: 3 } }),
      created({ type: 'function_call_output', call_id: 'c', output: 'again' }),
    );
    expect(client.conversation?.directed).toMatchObject([
      ['remember', 'system', 'add({"a":1}) returned: {"sum":3}', expect.any(String)],
    ]);
    expect(client.errors).toMatchObject([{ code: 'realtime_call_unknown' }]);
  });

  it('with a long result are cut, and say so', async () => {
    const client = new Client();
    await client.send(
      created({ type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' }),
      created({
        type: 'function_call_output',
        call_id: 'c',
        output: `${'x'.repeat(19_999)}😀${'y'.repeat(400_000)}`,
      }),
    );
    expect(client.errors).toEqual([]);
    const [, , told] = client.conversation?.directed[0] ?? [];
    expect(told).toBe(
      `read({}) returned: ${'x'.repeat(19_999)}\n[Cut here: 400002 more characters were left out.]`,
    );
  });
});
