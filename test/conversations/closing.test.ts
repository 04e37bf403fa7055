/** The end of conversations in all of their states. */
import { describe, expect, it } from 'vitest';
import { type Call, conversationSetup } from '../kit/conversation-setup.ts';
import { builtInEngine, until } from '../kit/server.ts';
import { hang, say } from '../kit/servers/chat-server.ts';

const PATIENCE_MS = 120_000;
const LONG = 'I could tell you many things that are interesting, and many more that are not. '.repeat(8);
const setup = conversationSetup(builtInEngine);

/** Timers of this process. Other resources may come and go. */
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

async function isFreed(): Promise<void> {
  await until('no stream is left', () => setup.engine.stats().activeStreams === 0, PATIENCE_MS);
  await until('no request is left', () => setup.model.underWay === 0, PATIENCE_MS);
}

describe('closing', { timeout: PATIENCE_MS }, () => {
  it.each<[string, { greeting?: string }, (call: Call) => Promise<void>]>([
    ['at once', { greeting: LONG }, async () => undefined],
    ['in the greeting', { greeting: LONG }, ({ caller }) => caller.until('sound', (c) => c.soundMs() > 200)],
    ['with nothing to do', {}, async () => undefined],
    [
      'while the model thinks',
      {},
      async ({ conversation, caller }) => {
        setup.model.answer(hang());
        conversation.type('Think.');
        await caller.until('it is asked', () => setup.model.requests.length > 0);
      },
    ],
    [
      'in a reply',
      {},
      async ({ conversation, caller }) => {
        setup.model.answer(say(LONG));
        conversation.type('Tell me.');
        await caller.until('sound', (c) => c.soundMs() > 500);
      },
    ],
    [
      'while a model is still writing',
      {},
      async ({ conversation, caller }) => {
        setup.model.answer(say(LONG, { wordMs: 100 }));
        conversation.type('Tell me.');
        await caller.until('sound', (c) => c.soundMs() > 200);
      },
    ],
    [
      'while the caller speaks',
      {},
      async (call) => {
        void call.says(LONG);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      },
    ],
    [
      'on top of an interruption',
      { greeting: LONG },
      async ({ conversation, caller }) => {
        await caller.until('sound', (c) => c.soundMs() > 200);
        conversation.type('Wait.');
      },
    ],
  ])('%s: soon, once, and nothing comes after it', async (_name, settings, goOn) => {
    const call = await setup.call({ settings });
    const { conversation, caller, ends, log } = call;
    await goOn(call);
    const closing = [conversation.close('caller_left'), conversation.close('failed')];
    await Promise.all(closing);
    expect(await conversation.ended).toBe('caller_left');
    expect(ends.map(({ reason }) => reason)).toEqual(['caller_left']);
    const after = caller.events.length;
    conversation.type('Hello?');
    conversation.pushAudio(new Int16Array(16_000));
    await isFreed();
    expect(caller.events.length).toBe(after);
    expect(caller.count('llm_response')).toBe(caller.count('user_transcript'));
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('leaves no timer, stream or connection behind, thirty times', async () => {
    const open = async (i: number) => {
      const call = await setup.call({ settings: { greeting: LONG } });
      if (i % 2 === 0) call.conversation.type('Hello');
      if (i % 3 === 0) await call.caller.until('sound', (c) => c.soundMs() > 0);
      call.microphone.close();
      await call.conversation.close('caller_left');
    };
    await open(0);
    await isFreed();
    const before = timers();
    for (let i = 0; i < 30; i += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, k) => open(i + k)));
    }
    await isFreed();
    await until('no timer is left', () => timers() <= before + 2, PATIENCE_MS);
  });
});
