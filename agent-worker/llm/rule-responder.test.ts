import { initializeLogger, llm } from '@livekit/agents';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../engine/index.ts';
import { ChatModel } from './chat-model.ts';
import { createLlm } from './create-llm.ts';
import { RuleResponder } from './rule-responder.ts';
import { RecordingObserver } from './testing.ts';

initializeLogger({ pretty: false, level: 'silent' });

const NOW = new Date(2026, 0, 5, 15, 4);

/** Returns the answers to the turns of a conversation, in order. */
async function talk(lang: string, ...turns: string[]): Promise<string[]> {
  const responder = new RuleResponder({
    lang: () => lang,
    observer: new RecordingObserver(),
    now: () => NOW,
  });
  const chatCtx = new llm.ChatContext();
  const answers: string[] = [];
  for (const turn of turns) {
    chatCtx.addMessage({ role: 'user', content: turn });
    const { text } = await responder.chat({ chatCtx }).collect();
    chatCtx.addMessage({ role: 'assistant', content: text });
    answers.push(text);
  }
  return answers;
}

describe('the rules', () => {
  it.each([
    ['Hello!', 'Hello! What can I do for you?'],
    ['Hi there.', 'Hello! What can I do for you?'],
    ['What time is it?', 'It is 3:04 PM.'],
    ["What's the date today?", 'Today is Monday, January 5, 2026.'],
    ['Count to five.', 'One, two, three, four, five.'],
    ['Can you count from one to 3, please?', 'One, two, three.'],
    ['Count to a million', 'I can only count up, from one.'],
    ['Count to 1000000', 'That is a long way. I count to twenty at most.'],
    ['Repeat after me: the quick brown fox', 'The quick brown fox.'],
    ['Please say cheese!', 'Cheese.'],
    ['Goodbye.', 'Goodbye! It was nice talking to you.'],
    ['Thank you very much', 'You are welcome.'],
    ['How are you?', 'I am fine, thank you. What can I do for you?'],
    ['', 'I am listening.'],
  ])('answer %j with %j', async (turn, answer) => {
    expect(await talk('en-US', turn)).toEqual([answer]);
  });

  it('repeat unknown words, and say once what is missing', async () => {
    const [first, second, third] = await talk(
      'en',
      'I like trains.',
      'Hello, I like buses, too.',
      'Who are you?',
    );
    expect(first).toMatch(/^I heard you say: I like trains\. .*no language model.*LLM_BASE_URL/);
    expect(second).toBe('I heard you say: Hello, I like buses, too.');
    expect(third).toContain('Parley');
  });

  it.each(LANGUAGES.filter((lang) => lang !== 'en'))('echo in %s', async (lang) => {
    const [first, second] = await talk(lang, 'Count to $& five!', 'xyz');
    expect(first).toContain('Count to $& five');
    expect(first).toContain('LLM_BASE_URL');
    expect(first).not.toContain('I heard');
    expect(second).toContain('xyz');
    expect(second).not.toContain('LLM_BASE_URL');
  });

  it('speak English in unknown languages', async () => {
    expect((await talk('fi', 'Moi'))[0]).toContain('I heard you say: Moi.');
  });

  it('echo no speeches', async () => {
    expect((await talk('en', 'word '.repeat(1000)))[0]?.length).toBeLessThan(500);
  });
});

describe('a model', () => {
  it('is a model if there is one, otherwise rules', () => {
    const observer = new RecordingObserver();
    const endpoint = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: null, model: 'm' };
    expect(createLlm({ endpoint, lang: () => 'en', observer })).toBeInstanceOf(ChatModel);
    expect(createLlm({ endpoint: null, lang: () => 'en', observer })).toBeInstanceOf(RuleResponder);
  });
});
