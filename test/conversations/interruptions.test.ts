/** A caller who speaks during the agent's speech, as an interruption or not. */

import { describe, expect, it } from 'vitest';
import type { Recogniser } from '../../engine/index.ts';
import { type Call, conversationSetup, historyOf } from '../kit/conversation-setup.ts';
import { inLongForm } from '../kit/long-form.ts';
import { say } from '../kit/servers/chat-server.ts';
import { cough } from '../kit/sounds/caller-speech.ts';

const PATIENCE_MS = 180_000;
const STORY =
  'Once upon a time a small boat lay in a quiet harbour, and every morning an old fisherman came down the hill ' +
  'with his yellow dog, sat down on the stones beside it, and told the boat where they would go when the wind was ' +
  'right, although everybody in the village knew that the boat had not been at sea for twenty years, and nobody who ' +
  'passed them on the way to the market ever laughed at it, because the dog looked up at each of them so earnestly, ' +
  'and because all of them had once been told of islands by somebody who was older and who meant every word of it.';
const SHORT_STORY =
  'Once upon a time a small boat lay in a quiet harbour, and every morning an old fisherman came down the hill.';
const INTERRUPTION = 'What is the weather like in Paris today?';

const setup = conversationSetup();

/** Waits until the agent has been heard to tell a story for this long. */
async function storyteller(story: string, call: Call, heardMs: number): Promise<void> {
  setup.model.next(say(story));
  call.conversation.type('Tell me a story.');
  await call.caller.until('the story is being told', (caller) => caller.soundMs() >= heardMs);
}

/** Returns the agent's words in the history. */
const told = (): string =>
  historyOf(setup.model)
    .filter((line) => line.startsWith('assistant: '))
    .at(-1)
    ?.slice('assistant: '.length) ?? '';

describe('barge-in', { timeout: PATIENCE_MS }, () => {
  it('ends the reply, and exactly the words that were heard enter the history', async () => {
    const call = await setup.call();
    const { caller, says } = call;
    await storyteller(STORY, call, 3000);
    await says(INTERRUPTION);
    await caller.until('the turn was answered', (c) => c.texts('llm_response').at(-1) === 'Of course.');
    await caller.until('the answer was heard', (c) => c.finished === 1);

    const [, question] = caller.texts('user_transcript');
    expect(question).toMatch(/weather/i);
    expect(caller.texts('llm_response')).toEqual([STORY, 'Of course.']);

    expect(historyOf(setup.model)).toEqual([
      'user: Tell me a story.',
      `assistant: ${told()}`,
      `user: ${question}`,
    ]);
    expect(STORY.startsWith(told())).toBe(true);
    expect(told().split(' ').length).toBeGreaterThan(4);
    expect(told().length).toBeLessThan(STORY.length / 2);
    // A word is in the history completely or not at all.
    expect(STORY[told().length]).toMatch(/[\s,.]/);
  });

  it('silences the agent while the caller speaks: the client is notified at the end of the audio', async () => {
    const call = await setup.call();
    const { caller, says } = call;
    await storyteller(STORY, call, 2000);
    const before = caller.events.length;
    await says(INTERRUPTION);
    const during = caller.events
      .slice(before)
      .map((event) => (event.kind === 'message' ? event.message.type : event.kind))
      .filter((what) => what !== 'llm_response');
    expect(during).toEqual(['stop_audio_response', 'drop']);
    await caller.until('the turn was answered', (c) => c.texts('llm_response').at(-1) === 'Of course.');
  });

  it('by a typed turn', async () => {
    const call = await setup.call();
    const { caller, conversation } = call;
    await storyteller(STORY, call, 2000);
    conversation.type('Stop.');
    await caller.until('the answer was heard', (c) => c.finished === 1);
    expect(caller.texts('llm_response')).toEqual([STORY, 'Of course.']);
    expect(STORY.startsWith(told())).toBe(true);
    expect(told().length).toBeLessThan(STORY.length / 2);
    expect(told()).not.toBe('');
  });

  it('during the greeting is a turn like any other', async () => {
    const { caller, says } = await setup.call({ settings: { greeting: STORY } });
    await caller.until('the greeting is being heard', (c) => c.soundMs() > 1500);
    await says(INTERRUPTION);
    await caller.until('it was answered', (c) => c.finished === 1);
    expect(caller.texts('user_transcript')).toEqual([expect.stringMatching(/weather/i)]);
    expect(told()).not.toBe('');
    expect(STORY.startsWith(told())).toBe(true);
    expect(told().length).toBeLessThan(STORY.length / 2);
  });
});

describe('a recogniser that is late', { timeout: PATIENCE_MS }, () => {
  it('has the agent go on after a short sound, and stop once its words are a turn', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const recogniser: Recogniser = {
      supports: () => true,
      transcribe: async () => {
        await answered;
        return { text: 'Stop.', words: [] };
      },
      close: async () => undefined,
    };
    const { engine } = setup;
    const late = { recogniser, open: engine.open.bind(engine), check: engine.check.bind(engine) };
    const call = await setup.call({ deps: { engine: late } });
    const { caller, says } = call;
    await storyteller(STORY, call, 2000);
    await says('Stop.');
    const pausedMs = caller.soundMs();
    await caller.until('the agent has gone on', (c) => c.soundMs() > pausedMs + 1000);
    expect(caller.texts('user_transcript')).toEqual(['Tell me a story.']);
    answer();
    await caller.until('the turn was answered', (c) => c.texts('llm_response').at(-1) === 'Of course.');
    expect(caller.texts('user_transcript')).toEqual(['Tell me a story.', 'Stop.']);
    expect(told().length).toBeLessThan(STORY.length / 2);
  });
});

describe('sounds that are no interruption', { timeout: PATIENCE_MS }, () => {
  type Sound = [string, boolean, (call: Call) => Promise<void>];
  it.each<Sound>([
    [
      'two coughs',
      false,
      async ({ microphone }) => {
        await microphone.speak(cough());
        await microphone.speak(new Int16Array(4000));
        await microphone.speak(cough(140, 20_000));
      },
    ],
    ['a backchannel', true, ({ says }) => says('Okay.')],
    ...inLongForm<Sound>([
      ['a cough', false, ({ microphone }) => microphone.speak(cough())],
      ['another backchannel', true, ({ says }) => says('I see.')],
    ]),
  ])('%s: the reply is heard to its end', async (_name, isVoice, disturb) => {
    const call = await setup.call({ settings: { voiceId: null } });
    const { caller, conversation } = call;
    await storyteller(SHORT_STORY, call, 1200);
    await disturb(call);
    await caller.hears(1);
    expect(caller.texts('user_transcript')).toEqual(['Tell me a story.']);
    // An agent that stopped has resumed.
    expect(caller.order.at(-1)).not.toBe('stop_audio_response');
    expect(caller.count('stop_audio_response') > 1).toBe(isVoice);

    const heardMs = caller.soundMs();
    conversation.type('And then?');
    await caller.until('the answer was heard', (c) => c.finished === 2);
    expect(told()).toBe(SHORT_STORY);
    // As much audio as the text needs; discarded audio is sent again.
    const lengthMs = ((await setup.speech.say(SHORT_STORY)).length * 1000) / 16_000;
    expect(heardMs).toBeGreaterThan(lengthMs - 200);
  });
});
