/** Callers who are silent, noisy, or speak without end. */
import { describe, expect, it } from 'vitest';
import { agentLanguageOrEnglish } from '../../agent-worker/languages/index.ts';
import { conversationSetup } from '../kit/conversation-setup.ts';
import { say } from '../kit/servers/chat-server.ts';

const PATIENCE_MS = 120_000;
const setup = conversationSetup();

describe('a caller', { timeout: PATIENCE_MS }, () => {
  it('a silent caller is asked once, and the agent hangs up after a goodbye', async () => {
    const { caller, conversation, ends } = await setup.call({
      settings: { greeting: 'Hello.' },
      patience: { nudgeMs: 1000, giveUpMs: 6000 },
    });
    expect(await conversation.ended).toBe('caller_silent');
    // The greeting, the question, the goodbye.
    expect(caller.finished).toBe(3);
    const { stillThere, goodbye } = agentLanguageOrEnglish('en').phrases;
    expect(ends[0]).toMatchObject({
      reason: 'caller_silent',
      usage: { turns: 0, characters: ['Hello.', stillThere, goodbye].join('').length },
    });
  });

  it('the greeting is sent as text only if requested', async () => {
    const asked = await setup.call({ settings: { greeting: 'Hello.', greetingText: true } });
    await asked.caller.until('the greeting', (door) => door.count('greeting') === 1);
    expect(asked.caller.messages[0]).toEqual({ type: 'greeting', text: 'Hello.' });
    const usual = await setup.call({ settings: { greeting: 'Hello.' } });
    await usual.caller.until('the greeting is heard', (door) => door.finished === 1);
    expect(usual.caller.count('greeting')).toBe(0);
  });

  it('noise is not answered, and the caller counts as silent', async () => {
    const { caller, conversation, microphone } = await setup.call({
      settings: { greeting: 'Hello.' },
      patience: { nudgeMs: 60_000, giveUpMs: 5000 },
    });
    // Two seconds of noise at -25 dBFS, repeated.
    const hiss = Int16Array.from({ length: 32_000 }, () => (Math.random() * 2 - 1) * 3000);
    for (let i = 0; i < 2; i++) await microphone.speak(hiss);
    await conversation.ended;
    expect(caller.texts('user_transcript')).toEqual([]);
    expect(setup.model.requests).toEqual([]);
  });

  it('clients that request details get the confidence of the recogniser', async () => {
    const { caller, says } = await setup.call({ settings: { turnDetails: true } });
    setup.model.answer(say('Fine.'));
    await says('What is the weather like in Paris today?');
    await caller.until('it was answered', (door) => door.count('llm_response') === 1);
    const heard = caller.messages.find(({ type }) => type === 'user_transcript');
    expect(heard).toMatchObject({ text: expect.stringMatching(/weather/i), confidence: expect.any(Number) });
    expect(JSON.stringify(setup.model.requests.at(-1)?.body.messages)).not.toContain('not sure');
  });

  it('a caller who speaks without end is interrupted and answered', async () => {
    const { caller, says } = await setup.call({ patience: { maxTurnMs: 4000 } });
    const talk =
      'And then we went to the market and bought some bread and a lot of apples and then we met my sister and ';
    void says(`${talk.repeat(4)} then we saw an elephant.`);
    await caller.until('it was answered', ({ messages }) =>
      messages.some(({ type }) => type === 'llm_response'),
    );
    const [transcript] = caller.texts('user_transcript');
    expect(transcript).toMatch(/market/i);
    expect(transcript).not.toMatch(/elephant/i);
  });
});
