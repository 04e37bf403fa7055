import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONVERSATION_EVENTS, parseClientEvent } from './client-events.ts';
import { RealtimeError } from './realtime-error.ts';
import {
  DEFAULT_CONFIG,
  describeSession,
  endpointingOf,
  offeredTools,
  type SessionChanges,
  settledField,
  withChanges,
} from './session-config.ts';
import {
  DEFAULT_TRANSCRIPTION,
  describeTranscriptionSession,
  TRANSCRIPTION_EVENTS,
  type TranscriptionConfig,
  withTranscriptionChanges,
} from './transcription-config.ts';

function refusalOf(event: unknown): RealtimeError {
  try {
    parseClientEvent(typeof event === 'string' ? event : JSON.stringify(event), CONVERSATION_EVENTS);
  } catch (error) {
    if (error instanceof RealtimeError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

const update = (session: object) => ({ type: 'session.update', event_id: 'mine', session });
const changes = (session: object): SessionChanges => {
  const { event } = parseClientEvent(JSON.stringify(update(session)), CONVERSATION_EVENTS);
  if (event.type !== 'session.update') throw new Error('another event');
  return event.session;
};
const input = (turn_detection: unknown) => ({ audio: { input: { turn_detection } } });

describe('unsupported options are refused by name', () => {
  it.each<[string, object]>([
    ['session.output_modalities', { output_modalities: ['text'] }],
    ['session.audio.input.turn_detection', input(null)],
    [
      'session.audio.input.turn_detection.create_response',
      input({ type: 'semantic_vad', create_response: false }),
    ],
    ['session.audio.input.format', { audio: { input: { format: { type: 'audio/pcma' } } } }],
    ['session.audio.output.format', { audio: { output: { format: { type: 'audio/pcm', rate: 16_000 } } } }],
    ['session.audio.output.speed', { audio: { output: { speed: 1.5 } } }],
    ['session.tool_choice', { tool_choice: 'required' }],
    ['session.tools.0.type', { tools: [{ type: 'mcp', server_label: 'x' }] }],
    ['session.tool_choice', { tool_choice: { type: 'function', name: 'add' } }],
    ['session.prompt', { prompt: { id: 'pmpt_1' } }],
    ['session.type', { type: 'transcription' }],
    ['session.max_output_tokens', { max_output_tokens: 'all' }],
    ['session.dance', { dance: true }],
    // In the format of the beta
    ['session.modalities', { modalities: ['text'] }],
    ['session.turn_detection', { turn_detection: null }],
    ['session.turn_detection.type', { turn_detection: { type: 'none' } }],
    [
      'session.turn_detection.create_response',
      { turn_detection: { type: 'server_vad', create_response: false } },
    ],
    ['session.input_audio_format', { input_audio_format: 'g711_alaw' }],
    ['session.speed', { speed: 1.2 }],
  ])('%s', (param, session) => {
    const refused = refusalOf(update(session));
    expect(refused).toMatchObject({ param, eventId: 'mine' });
    expect(refused.message).toContain(param);
    expect(refused.message.length).toBeLessThan(300);
  });

  it.each(['input_audio_buffer.commit', 'transcription_session.update'])('the event %s', (type) => {
    expect(refusalOf({ type }).message).toContain(type);
  });

  it.each([
    ['{', 'JSON'],
    ['[]', 'object'],
    [{ type: 'dance' }, 'type'],
    [{ type: 'input_audio_buffer.append', audio: 'no base64!' }, 'audio'],
    [{ type: 'response.create', response: { conversation: 'none' } }, 'response.conversation'],
    [{ type: 'response.create', response: { input: [] } }, 'response.input'],
    [{ type: 'response.create', response: { modalities: ['text'] } }, 'response.modalities'],
    [{ type: 'response.create', response: { tools: [{ type: 'function', name: 'x' }] } }, 'response.tools'],
    [
      { type: 'response.create', response: { tool_choice: { type: 'mcp', server_label: 'x' } } },
      'response.tool_choice',
    ],
    [
      {
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'x' }] },
      },
      'only text',
    ],
  ])('%j', (event, named) => {
    expect(refusalOf(event).message).toContain(named);
  });
});

it('defaults of clients are accepted', () => {
  const all = changes({
    type: 'realtime',
    model: 'gpt-realtime',
    instructions: 'Be kind.',
    output_modalities: ['audio'],
    max_output_tokens: 'inf',
    tool_choice: 'auto',
    tracing: null,
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: 24_000 },
        noise_reduction: null,
        transcription: { model: 'gpt-4o-mini-transcribe', prompt: 'Sherburn, Helstone' },
        turn_detection: {
          type: 'server_vad',
          threshold: 0.5,
          prefix_padding_ms: 300,
          silence_duration_ms: 700,
          create_response: true,
          interrupt_response: true,
        },
      },
      output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'marin', speed: 1 },
    },
  });
  const config = withChanges(DEFAULT_CONFIG, all);
  expect(config).toMatchObject({ instructions: 'Be kind.', voice: 'marin', input: 'audio/pcm' });
  expect(endpointingOf(config)).toEqual({ minDelayMs: 700, maxDelayMs: 700 });
  expect(describeSession('sess_1', 'm', config)).toMatchObject({
    audio: {
      input: { turn_detection: { type: 'server_vad', silence_duration_ms: 700 } },
      output: { voice: 'marin' },
    },
  });
  // A client that returns the session unchanged changes nothing.
  const { id: _, object: __, ...described } = describeSession('sess_1', 'm', config);
  expect(withChanges(config, changes(described))).toEqual(config);
});

it('the form of the answers may change, and null leaves it to the words again', () => {
  const expecting = (expects: string | null) => changes({ audio: { input: { transcription: { expects } } } });
  const asked = withChanges(DEFAULT_CONFIG, expecting('phone'));
  expect(asked.expects).toBe('phone');
  expect(withChanges(asked, changes({ instructions: 'Two.' })).expects).toBe('phone');
  expect(withChanges(asked, expecting(null)).expects).toBeNull();
  expect(describeSession('s', 'm', asked)).toMatchObject({
    audio: { input: { transcription: { expects: 'phone' } } },
  });
  expect(settledField(DEFAULT_CONFIG, asked)).toBeNull();
  expect(() => expecting('shoe size')).toThrow(/expects/);
});

it.each([
  ['auto', 'auto'],
  ['en,es', 'en,es'],
  ['null', 'de'],
])('the language %s is that of the caller, several, or none at all', (language, expected) => {
  const before = { ...DEFAULT_CONFIG, lang: 'de' };
  const asked = withChanges(before, changes({ audio: { input: { transcription: { language } } } }));
  expect(asked.lang).toBe(expected);
});

it('changes replace the fields that they name, and fixed fields are reported', () => {
  const tool = { type: 'function', name: 'add', parameters: { type: 'object' } };
  const before = withChanges(DEFAULT_CONFIG, changes({ tools: [tool], instructions: 'One.' }));
  const after = withChanges(before, changes({ instructions: 'Two.', tool_choice: 'none' }));
  expect(after.tools).toEqual(before.tools);
  expect([offeredTools(before).length, offeredTools(after).length]).toEqual([1, 0]);
  expect(settledField(before, after)).toBe(null);
  const german = withChanges(before, changes({ audio: { input: { transcription: { language: 'de' } } } }));
  expect(settledField(before, german)).toBe('session.audio.input.transcription.language');
  expect(
    endpointingOf(withChanges(before, changes(input({ type: 'semantic_vad', eagerness: 'high' })))),
  ).toEqual({
    minDelayMs: 200,
    maxDelayMs: 1000,
  });
});

it('any input is an event or a refusal', () => {
  const value = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        type: fc.constantFrom('session.update', 'response.create', 'conversation.item.create', 'x'),
        session: fc.anything(),
        response: fc.anything(),
        item: fc.anything(),
        event_id: fc.anything(),
      })
      .map((event) => JSON.stringify(event) ?? ''),
  );
  fc.assert(
    fc.property(value, (text) => {
      try {
        expect(parseClientEvent(text, CONVERSATION_EVENTS).event.type).toBeTypeOf('string');
      } catch (error) {
        expect(error).toBeInstanceOf(RealtimeError);
      }
    }),
  );
});

describe('a session that only transcribes', () => {
  const parsed = (event: object) => parseClientEvent(JSON.stringify(event), TRANSCRIPTION_EVENTS).event;
  const configAfter = (...sessions: readonly object[]) =>
    sessions.reduce((config: TranscriptionConfig, session) => {
      const event = parsed({ type: 'session.update', session });
      if (event.type !== 'session.update') throw new Error('another event');
      return withTranscriptionChanges(config, event.session);
    }, DEFAULT_TRANSCRIPTION);

  it('detects turns unless the client commits them, and keeps fields that are not named', () => {
    expect(configAfter({}).turnDetection).toMatchObject({ type: 'server_vad', silence_duration_ms: 500 });
    const byHand = { audio: { input: { turn_detection: null } } };
    const spoken = { audio: { input: { transcription: { languages: ['de'], keywords: ['Helstone'] } } } };
    expect(configAfter(byHand, spoken, { type: 'transcription' })).toMatchObject({
      turnDetection: null,
      lang: 'de',
      recognitionPrompt: 'Helstone',
    });
  });

  it('has the fields of the beta, under either event', () => {
    const session = {
      input_audio_format: 'g711_ulaw',
      input_audio_transcription: { model: 'whisper-1', language: 'fr' },
      turn_detection: { type: 'semantic_vad', eagerness: 'low', create_response: false },
      input_audio_noise_reduction: null,
      include: [],
    };
    const config = configAfter(session);
    expect(config).toMatchObject({ input: 'audio/pcmu', lang: 'fr' });
    expect(parsed({ type: 'transcription_session.update', session })).toMatchObject({
      type: 'transcription_session.update',
    });
    expect(configAfter(describeTranscriptionSession('id', config, true))).toEqual(config);
    expect(configAfter(describeTranscriptionSession('id', config, false))).toEqual(config);
  });

  it.each([
    ['session.type', { type: 'session.update', session: { type: 'realtime' } }],
    ['session.instructions', { type: 'session.update', session: { instructions: 'Be kind.' } }],
    [
      'session.input_audio_format',
      { type: 'transcription_session.update', session: { input_audio_format: 'g711_alaw' } },
    ],
    ['type', { type: 'response.create' }],
    ['type', { type: 'conversation.item.create', item: {} }],
  ])('refuses %s', (param, event) => {
    expect(() => parsed(event)).toThrow(expect.objectContaining({ param }));
  });
});
