/** Conversations with a real engine, in the rooms of a real LiveKit server; only the model's endpoint is scripted. */
import { RoomServiceClient } from 'livekit-server-sdk';
import { expect, test } from 'vitest';
import { decodeAtRate } from '../../media/decode/decode-audio.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { historyOf } from '../kit/conversation-setup.ts';
import { GREETING, heardToTheEnd, messagesOf, PATIENCE_MS, roomSetup, textsOf } from '../kit/room-setup.ts';
import { until } from '../kit/server.ts';
import { lastTurn, say, sayBy } from '../kit/servers/chat-server.ts';
import { onLiveKit } from '../kit/servers/livekit.ts';

const TEST = { timeout: 120_000 };
/** What is heard of the question; a busy machine loses parts of it. */
const WEATHER = /weather|tomorrow/i;
const STORY =
  'Once upon a time there was a small fox who lived at the edge of a wide forest. Every morning it walked ' +
  'down to the river to drink. One day it met a heron there, and the two of them talked until the evening came.';

onLiveKit((livekit) => {
  const setup = roomSetup(livekit);

  test(
    'a caller is greeted, asks, and hears the answer, with messages, transcriptions and states',
    TEST,
    async () => {
      setup.model.answer(say('Tomorrow it will be sunny and warm.'));
      const caller = await setup.greeted();
      expect(messagesOf(caller)).toEqual([{ type: 'audio_response' }]);
      expect(caller.states).toEqual(expect.arrayContaining(['speaking', 'listening']));
      const { length } = caller.levels;
      await caller.say(await setup.speech('What will the weather be like tomorrow?'));
      await heardToTheEnd(caller, length);

      await until('the reply is told', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
      const types = messagesOf(caller).map(({ type }) => type);
      expect(types.filter((type) => type !== 'audio_response')).toEqual([
        'stop_audio_response',
        'user_transcript',
        'llm_response',
      ]);
      expect(types.lastIndexOf('audio_response')).toBeGreaterThan(types.indexOf('user_transcript'));
      expect(textsOf(caller, 'user_transcript')[0]).toMatch(WEATHER);
      expect(textsOf(caller, 'llm_response')).toEqual(['Tomorrow it will be sunny and warm.']);
      expect(caller.packets).toEqual(caller.streamed);
      expect(historyOf(setup.model)).toEqual([
        `assistant: ${GREETING}`,
        expect.stringMatching(/^user: .*(weather|tomorrow)/i),
      ]);

      const agent = caller.agents[0]?.identity;
      const of = (identity: string | undefined) =>
        caller.transcriptions.filter((one) => one.identity === identity).map(({ text }) => text);
      await until('the answer is transcribed', () => of(agent).some((text) => text.includes('sunny')));
      expect(of(agent)[0]?.trim()).toBe(GREETING);
      expect(of(caller.room.localParticipant?.identity).some((text) => WEATHER.test(text))).toBe(true);
      expect(caller.states).toContain('thinking');
    },
  );

  test('front ends get the words while they are said', TEST, async ({ skip }) => {
    if (!setup.engine.recogniser.followsSpeech?.('en')) return skip('no recogniser that follows speech');
    setup.model.answer(say('It will be sunny.'));
    const caller = await setup.greeted();
    await caller.say(
      await setup.speech('I would like to know what the weather will be like on Friday afternoon.'),
    );
    await until('the answer', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
    const own = caller.room.localParticipant?.identity;
    const owns = () => caller.transcriptions.filter(({ identity }) => identity === own);
    // It may arrive after the answer.
    await until('the last one', () => owns().at(-1)?.isFinal === true);
    const [first, ...others] = owns();
    // Early words may be misheard.
    expect(first).toMatchObject({ isFinal: false, text: expect.stringMatching(/\w/) });
    const whole = expect.stringMatching(/weather|Friday|afternoon/i);
    expect(others.at(-1)).toMatchObject({ isFinal: true, text: whole });
  });

  test('two turns, each on another track: the second answer uses the first', TEST, async () => {
    // The model may also be requested for a partial turn, so the answer depends on the question.
    setup.model.answer(sayBy(lastTurn(/remember/i, 'You live in London.', 'London is a big city.')));
    const caller = await setup.greeted();
    await caller.say(await setup.speech('I have been living in London since last summer.'));
    await until('the first answer', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
    await heardToTheEnd(caller);
    await caller.changeMicrophone();
    await caller.say(await setup.speech('Do you remember which city I live in?'));
    await until('the second answer', () => textsOf(caller, 'llm_response').length === 2, PATIENCE_MS);
    const history = historyOf(setup.model);
    expect(history, history.join(' | ')).toEqual([
      `assistant: ${GREETING}`,
      expect.stringMatching(/^user: .*London/i),
      'assistant: London is a big city.',
      expect.stringMatching(/^user: .*remember/i),
    ]);
  });

  test('speech of the caller stops the agent, and the history contains what was heard', TEST, async () => {
    setup.model.answer(sayBy(lastTurn(/story/i, STORY, 'Certainly.')));
    const caller = await setup.greeted();
    const { length } = caller.levels;
    await caller.say(await setup.speech('Please tell me a long story.'));
    await until('the story begins', () => caller.hearsSince(length), PATIENCE_MS);
    await until(
      'some of it was heard',
      () => caller.levels.slice(length).filter((l) => l > 500).length > 150,
      PATIENCE_MS,
    );
    await caller.say(await setup.speech('Please stop and tell me what time it is now.'));
    await until('the second answer', () => textsOf(caller, 'llm_response').length === 2, PATIENCE_MS);
    await until('there was silence', () => caller.isQuietFor(300), PATIENCE_MS);
    const kept = historyOf(setup.model).find((line) => line.startsWith('assistant: Once')) ?? '';
    const heard = kept.replace('assistant: ', '');
    expect(heard.length).toBeGreaterThan(10);
    expect(heard.length).toBeLessThan(STORY.length - 40);
    expect(STORY.startsWith(heard.replace(/\W+$/, ''))).toBe(true);
    const order = messagesOf(caller)
      .map(({ type }) => type)
      .filter((type) => type !== 'audio_response' && type !== 'llm_response');
    expect(order).toEqual([
      'stop_audio_response',
      'user_transcript',
      'stop_audio_response',
      'user_transcript',
    ]);
  });

  test('both sides are recorded', TEST, async () => {
    setup.model.answer(say('Tomorrow it will be sunny and warm.'));
    const id = await setup.client.made({
      greeting: GREETING,
      record: true,
      recording_notice: '',
    });
    const { token, room_name: room } = await setup.client.token(id);
    const caller = await setup.enter(token);
    await heardToTheEnd(caller, 0);
    const { length } = caller.levels;
    await caller.say(await setup.speech('What will the weather be like tomorrow?'));
    await heardToTheEnd(caller, length);
    // Ends the conversation at once.
    const { url, apiKey, apiSecret } = livekit();
    await new RoomServiceClient(url.replace('ws', 'http'), apiKey, apiSecret).deleteRoom(room);
    const conversations = async () =>
      (
        await dataOf<{ conversations: { conversation_id: string; door: string; ended_at?: string }[] }>(
          setup.client.send('GET', `/agents/${id}/conversations`),
        )
      ).conversations;
    await until('it is over', async () => (await conversations())[0]?.ended_at !== undefined, PATIENCE_MS);
    const [kept] = await conversations();
    expect(kept?.door).toBe('room');
    const { body } = await setup.client.send('GET', `/conversations/${kept?.conversation_id}/recording`);
    const heard = async (channel: number): Promise<string> => {
      const { samples } = await decodeAtRate(body, { maxSeconds: 600, sampleRate: 16_000, channel });
      return (await setup.engine.recogniser.transcribe(samples, { lang: 'en' })).text;
    };
    const [left, right] = [await heard(0), await heard(1)];
    expect(left).toMatch(WEATHER);
    expect(left).not.toMatch(/help you|sunny/i);
    expect(right).toMatch(/help you.*sunny/is);
    expect(right).not.toMatch(/weather/i);
  });

  test('typed text is a turn', TEST, async () => {
    const caller = await setup.greeted();
    await caller.room.localParticipant?.sendText('What can you do?', { topic: 'lk.chat' });
    await until('it is answered', () => textsOf(caller, 'llm_response').length === 1, PATIENCE_MS);
    expect(textsOf(caller, 'user_transcript')).toEqual(['What can you do?']);
    expect(historyOf(setup.model).at(-1)).toBe('user: What can you do?');
  });
});
