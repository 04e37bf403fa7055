/** Failures around a conversation are reported, and it continues. */
import { describe, expect, it } from 'vitest';
import type { Direction } from '../../agent-worker/conversation/direction.ts';
import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import { type Recogniser, RecognitionError } from '../../engine/index.ts';
import { conversationSetup, historyOf } from '../kit/conversation-setup.ts';
import { inLongForm } from '../kit/long-form.ts';
import {
  type ChatScript,
  callTools,
  cutAfter,
  deltaEvent,
  hangUp,
  raw,
  refuse,
  say,
} from '../kit/servers/chat-server.ts';

const PATIENCE_MS = 120_000;
const QUESTION = 'What is the weather like in Paris today?';
const setup = conversationSetup();

describe('a model', { timeout: PATIENCE_MS }, () => {
  it.each<[string, ChatScript]>([
    ['that refuses', refuse(401)],
    ['that breaks off', cutAfter('The answer is ')],
    ...inLongForm<[string, ChatScript]>([
      ['that hangs up', hangUp()],
      ['that answers with a web page', raw(['<html>Welcome!</html>'], 'text/html')],
    ]),
  ])('%s is apologised for, and asked again in the next turn', async (_name, script) => {
    const { caller, conversation, log } = await setup.call();
    setup.model.answer(script);
    conversation.type('Are you there?');
    await caller.until('the apology was heard', ({ finished }) => finished === 1);
    expect(caller.texts('llm_response')).toEqual([expect.stringMatching(/sorry/i)]);
    expect(caller.soundMs()).toBeGreaterThan(1000);
    expect(log.some(({ message }) => message.includes('apologised'))).toBe(true);
    expect(JSON.stringify(log)).not.toContain('Are you there');

    setup.model.answer(say('Here I am.'));
    conversation.type('And now?');
    await caller.until('the answer was heard', ({ finished }) => finished === 2);
    expect(caller.texts('llm_response').at(-1)).toBe('Here I am.');
  });

  type Silent = [string, ChatScript, ConversationSettings['mode']];
  it.each<Silent>([
    ['that says nothing', say(''), 'llm-tts'],
    ['that only thinks', say('<think>Hm.</think>'), 'asr-llm-tts'],
    ['that calls tools without end', callTools([{ name: 'look', args: {} }]), 'asr-llm-tts'],
    ...inLongForm<Silent>([
      ['that writes dots', say('...'), 'asr-llm-tts'],
      ['that writes emoji', say('🙂🎉'), 'llm-tts'],
      ['that ends with an error', raw([deltaEvent({ content: '' }, 'error')]), 'llm-tts'],
      ['that calls tools without end in its text', say('<tool_call>{"name": "look"}</tool_call>'), 'llm-tts'],
      ['that only calls tools that are not offered', callTools([{ name: 'find', args: {} }]), 'llm-tts'],
    ]),
  ])('%s is apologised for aloud', async (_, script, mode) => {
    const { caller, conversation } = await setup.call({ settings: { mode }, direction: withTool() });
    setup.model.answer(script);
    conversation.type('Are you there?');
    await caller.until('the apology was heard', ({ finished }) => finished === 1);
    expect(caller.texts('llm_response')).toEqual([expect.stringMatching(/sorry/i)]);
    expect(caller.soundMs()).toBeGreaterThan(1000);
    expect(setup.model.requests.length).toBeLessThanOrEqual(5);
  });

  it('a model whose reasoning has only an end mark is heard only with its answer', async () => {
    const { caller, conversation } = await setup.call();
    const thought = 'They want to know whether somebody is there. I will tell them so in a few words. ';
    setup.model.answer(say(`${thought.repeat(3)}</think>Here I am.`, { wordMs: 20 }));
    conversation.type('Are you there?');
    await caller.until('the answer was heard', ({ finished }) => finished === 1);
    expect(caller.texts('llm_response')).toEqual(['Here I am.']);
    // The first time, the start of the reasoning may be heard until its end mark is seen. After that none of it is.
    const before = caller.soundMs();
    conversation.type('And now?');
    await caller.until('the answer was heard', ({ finished }) => finished === 2);
    expect(caller.texts('llm_response').at(-1)).toBe('Here I am.');
    expect(caller.soundMs() - before).toBeLessThan(3000);
    expect(historyOf(setup.model).at(-2)).toMatch(/Here I/);
  });
});

/** A client that offers a tool. */
function withTool(): Direction {
  const nothing = () => undefined;
  return {
    tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }],
    observer: {
      speechStarted: nothing,
      partial: nothing,
      speechDismissed: nothing,
      utterance: () => ({ add: nothing, withdraw: nothing, end: nothing }),
      spoken: nothing,
      callsAnnounced: nothing,
      callTool: async () => 'Nothing yet.',
    },
  };
}

/** A recogniser that fails until it is repaired, and then is that of this machine. */
function broken(): Recogniser & { isMended: boolean } {
  return {
    isMended: false,
    supports: () => true,
    async transcribe(samples, options) {
      if (!this.isMended) throw new RecognitionError('no luck today', { retryable: false });
      return setup.engine.recogniser.transcribe(samples, options);
    },
    close: async () => undefined,
  };
}

describe('a recogniser', { timeout: PATIENCE_MS }, () => {
  it('when it fails, the caller is asked to repeat, and the conversation continues', async () => {
    const recogniser = broken();
    const { engine } = setup;
    const { caller, says, log } = await setup.call({
      deps: { engine: { open: engine.open.bind(engine), check: engine.check.bind(engine), recogniser } },
    });
    await says(QUESTION);
    await caller.until('the caller was asked', ({ finished }) => finished === 1);
    expect(caller.texts('user_transcript')).toEqual([]);
    expect(log.filter(({ level }) => level === 'warn')).toMatchObject([
      { fields: { reason: 'no luck today' } },
    ]);
    recogniser.isMended = true;
    await says(QUESTION);
    await caller.until('it was answered', ({ finished }) => finished === 2);
    expect(caller.texts('user_transcript')).toEqual([expect.stringMatching(/weather/i)]);
    expect(caller.texts('llm_response')).toEqual(['Of course.']);
  });
});

describe('too much of a caller', { timeout: PATIENCE_MS }, () => {
  it('a caller who sends ten minutes at once is recognised again afterwards', async () => {
    const { caller, conversation, says } = await setup.call();
    const noise = Int16Array.from({ length: 320 }, (_, i) => 3000 * Math.sin(i * i));
    for (let i = 0; i < 30_000; i++) conversation.pushAudio(noise);
    await says(QUESTION);
    await caller.until('the question was answered', ({ finished }) => finished >= 1);
    expect(caller.texts('user_transcript').join(' ')).toMatch(/weather/i);
  });
});
