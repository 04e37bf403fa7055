/** Turns of a conversation from the caller's side, spoken and typed. */
import { describe, expect, it } from 'vitest';
import type { Recogniser } from '../../engine/index.ts';
import { conversationSetup, historyOf } from '../kit/conversation-setup.ts';
import { sayBy } from '../kit/servers/chat-server.ts';

const PATIENCE_MS = 120_000;
const setup = conversationSetup();

describe('a conversation', { timeout: PATIENCE_MS }, () => {
  it('greets, answers two spoken questions, and the model gets all of it', async () => {
    setup.model.answer(
      sayBy(({ messages }) =>
        /weather/i.test(String(messages?.at(-1)?.content)) ? 'It is sunny.' : 'Nice to meet you.',
      ),
    );
    const { caller, conversation, says, ends } = await setup.call({
      settings: { greeting: 'Hello there.' },
    });
    await caller.until('the greeting was heard', ({ finished }) => finished === 1);
    expect(caller.messages).toEqual([]);
    await says('What is the weather like in Paris today?');
    await caller.until('the first answer was heard', ({ finished }) => finished === 2);
    await says('My name is Peter and I live in London.');
    await caller.until('the second answer was heard', ({ finished }) => finished === 3);

    expect(caller.order[0]).toBe('sound');
    // Audio of an answer may come before its text is complete.
    expect(caller.messages.map(({ type }) => type)).toEqual([
      'stop_audio_response',
      'user_transcript',
      'llm_response',
      'stop_audio_response',
      'user_transcript',
      'llm_response',
    ]);
    const [question, name] = caller.texts('user_transcript');
    expect(question).toMatch(/what is the weather like/i);
    expect(name).toMatch(/Peter.*London/i);
    expect(caller.texts('llm_response')).toEqual(['It is sunny.', 'Nice to meet you.']);
    expect(historyOf(setup.model)).toEqual([
      'assistant: Hello there.',
      `user: ${question}`,
      'assistant: It is sunny.',
      `user: ${name}`,
    ]);
    expect(setup.model.requests.at(-1)?.body.messages?.[0]?.content).toContain('Be brief.');

    await conversation.close('caller_left');
    expect(await conversation.ended).toBe('caller_left');
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({ reason: 'caller_left', usage: { turns: 2, toolCalls: 0 } });
    const { usage } = ends[0]!;
    // On a busy machine, an answer may be synthesized twice: also for the turn as it was first understood.
    const said = 'Hello there.It is sunny.Nice to meet you.'.length;
    expect([0, 'It is sunny.'.length, 'Nice to meet you.'.length]).toContain(usage.characters - said);
    expect(usage.audioMs).toBe(Math.round(caller.soundMs()));
    expect(usage.promptTokens).toBeGreaterThanOrEqual(20);
    expect(usage.completionTokens).toBeGreaterThanOrEqual(7);
  });

  it('answers once a turn that was recognised and sent to the model before it was over', async () => {
    const recogniser: Recogniser = {
      supports: () => true,
      transcribe: async () => ({ text: 'What is the weather like?', words: [] }),
      close: async () => undefined,
    };
    const { engine } = setup;
    const { caller, conversation, says } = await setup.call({
      deps: { engine: { open: engine.open.bind(engine), check: engine.check.bind(engine), recogniser } },
    });
    setup.model.answer(sayBy(({ messages }) => `You said: ${messages?.at(-1)?.content}`));
    await says('What is the weather like in Paris today?');
    await caller.hears(1);
    conversation.type('Thank you.');
    await caller.hears(2);
    expect(caller.texts('user_transcript')).toEqual(['What is the weather like?', 'Thank you.']);
    expect(caller.texts('llm_response')).toEqual([
      'You said: What is the weather like?',
      'You said: Thank you.',
    ]);
    expect(historyOf(setup.model)).toEqual([
      'user: What is the weather like?',
      'assistant: You said: What is the weather like?',
      'user: Thank you.',
    ]);
  });

  it('answers typed turns like spoken ones', async () => {
    setup.model.answer(sayBy(({ messages }) => `You wrote ${messages?.at(-1)?.content}.`));
    const { caller, conversation } = await setup.call({ settings: { greeting: 'Hello.' } });
    await caller.hears(1);
    conversation.type('  apples ');
    await caller.hears(2);
    conversation.type(' ');
    conversation.type('pears');
    await caller.hears(3);
    expect(caller.texts('user_transcript')).toEqual(['apples', 'pears']);
    expect(caller.texts('llm_response')).toEqual(['You wrote apples.', 'You wrote pears.']);
    expect(historyOf(setup.model)).toEqual([
      'assistant: Hello.',
      'user: apples',
      'assistant: You wrote apples.',
      'user: pears',
    ]);
  });

  it('waits for the caller when there is no greeting', async () => {
    const { caller, says } = await setup.call();
    await says('What is the weather like in Paris today?');
    await caller.until('the answer was heard', ({ finished }) => finished === 1);
    expect(caller.order[0]).toBe('stop_audio_response');
  });

  it('ignores audio in `llm-tts` mode', async () => {
    const { caller, conversation, says } = await setup.call({ settings: { mode: 'llm-tts' } });
    await says('What is the weather like in Paris today?');
    conversation.type('Are you there?');
    await caller.until('the answer was heard', ({ finished }) => finished === 1);
    expect(caller.texts('user_transcript')).toEqual(['Are you there?']);
    expect(caller.count('llm_response')).toBe(1);
  });

  it('answers by rules without a language model', async () => {
    const { caller, conversation } = await setup.call({ deps: { model: null } });
    conversation.type('Say the sky is blue.');
    await caller.until('the answer was heard', ({ finished }) => finished === 1);
    expect(caller.texts('llm_response')).toEqual(['The sky is blue.']);
    expect(setup.model.requests).toEqual([]);
  });

  it('refuses a voice that does not speak the language, and keeps nothing of it', async () => {
    const failing = setup.call({ settings: { voiceId: 'nobody', greeting: 'Hello.' } });
    await expect(failing).rejects.toMatchObject({ status: 422 });
    expect(setup.engine.stats().activeStreams).toBe(0);
  });
});
