/** Random events in conversations, at random times: the order of messages is always valid. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Recogniser, RecognitionError } from '../../engine/index.ts';
import type { Caller } from '../kit/clients/caller.ts';
import { type Call, conversationSetup } from '../kit/conversation-setup.ts';
import { builtInEngine, sleep, until } from '../kit/server.ts';
import { type ChatScript, refuse, say } from '../kit/servers/chat-server.ts';
import { cough } from '../kit/sounds/caller-speech.ts';

const SEED = 20_261_121;
/** No new conversations are begun after this time. */
const TIME_MS = 15_000;
/** Concurrent conversations, since each takes as long as its caller speaks. */
const AT_ONCE = 6;
const UTTERANCE = 'Tell me more about the old harbour';
const REPLY = 'The boat lay in a quiet harbour, and every morning an old fisherman came down the hill to it.';

const setup = conversationSetup(builtInEngine);

/** An action of a caller, or an event. */
type Step =
  | { readonly kind: 'speak' | 'cough' | 'type' | 'fail' }
  | { readonly kind: 'wait'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'speak' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'type' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'cough' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'fail' }) },
  { weight: 4, arbitrary: fc.nat({ max: 1500 }).map((ms): Step => ({ kind: 'wait', ms })) },
);

interface Script {
  readonly greets: boolean;
  readonly steps: readonly Step[];
}

const script: fc.Arbitrary<Script> = fc.record({
  greets: fc.boolean(),
  steps: fc.array(step, { minLength: 2, maxLength: 7 }),
});

/** Recognises every speech as the next number and noise as nothing, and fails when told to. */
class CountingRecogniser implements Recogniser {
  failures = 0;
  #count = 0;

  supports(): boolean {
    return true;
  }

  async transcribe(samples: Float32Array) {
    if (this.failures > 0) {
      this.failures--;
      throw new RecognitionError('told to fail', { retryable: false });
    }
    return { text: samples.length < 12_000 ? '' : `This is what I say in turn ${++this.#count}`, words: [] };
  }

  async close(): Promise<void> {}
}

/** A model that fails for one request in four. */
function moody(): ChatScript {
  let asked = 0;
  return (exchange) => (asked++ % 4 === 3 ? refuse(401) : say(REPLY))(exchange);
}

async function live({ greets, steps }: Script): Promise<Call> {
  const { engine } = setup;
  const recogniser = new CountingRecogniser();
  const call = await setup.call({
    settings: { greeting: greets ? 'Hello, how can I help you?' : '' },
    deps: { engine: { open: engine.open.bind(engine), check: engine.check.bind(engine), recogniser } },
  });
  if (greets) await call.caller.until('the greeting is heard', (caller) => caller.soundMs() > 0);
  for (const [i, one] of steps.entries()) {
    if (one.kind === 'wait') await sleep(one.ms);
    else if (one.kind === 'speak') await call.says(UTTERANCE);
    else if (one.kind === 'cough') await call.microphone.speak(cough());
    else if (one.kind === 'type') call.conversation.type(`typed ${i}`);
    else recogniser.failures++;
  }
  // Half of the callers wait for the result.
  if (steps.length % 2 === 0) await sleep(2000);
  call.microphone.close();
  await call.conversation.close('caller_left');
  return call;
}

function expectOrder(caller: Caller, greets: boolean): void {
  if (greets) expect(caller.order[0]).toBe('sound');
  let stopped = false;
  let replies = 0;
  let turns = 0;
  for (const type of caller.order) {
    if (type === 'sound') stopped = false;
    else if (type === 'stop_audio_response') {
      // A second stop message is valid only after audio in between.
      expect(stopped).toBe(false);
      stopped = true;
    } else if (type === 'llm_response') replies++;
    else {
      expect(stopped).toBe(true);
      expect(replies).toBe(turns === 0 ? 0 : 1);
      stopped = false;
      replies = 0;
      turns++;
    }
  }
  // The last turn has its reply, too. The caller may have begun to speak after it.
  expect(replies).toBe(turns === 0 ? 0 : 1);
}

describe('random conversations', { timeout: 240_000 }, () => {
  it('keep the order of messages, answer every turn once, and leave nothing behind', async () => {
    let held = 0;
    let typed = 0;
    let spoken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(script, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (scripts) => {
        setup.model.answer(moody());
        const calls = await Promise.all(scripts.map(live));
        const before = calls.map(({ caller }) => caller.events.length);
        await until('no stream is left', () => setup.engine.stats().activeStreams === 0, 60_000);
        for (const [i, { caller, log, ends }] of calls.entries()) {
          const { greets } = scripts[i]!;
          expectOrder(caller, greets);
          expect(caller.events.length).toBe(before[i]);
          expect(log.filter(({ level }) => level === 'error')).toEqual([]);
          expect(ends).toMatchObject([
            { reason: 'caller_left', usage: { turns: caller.count('user_transcript') } },
          ]);
          held++;
          for (const text of caller.texts('user_transcript')) {
            if (text.startsWith('typed')) typed++;
            else spoken++;
          }
        }
      }),
      { seed: SEED, numRuns: 100, interruptAfterTimeLimit: TIME_MS, endOnFailure: true },
    );
    // Enough conversations ran concurrently.
    expect(held).toBeGreaterThanOrEqual(AT_ONCE);
    expect(typed).toBeGreaterThan(0);
    expect(spoken).toBeGreaterThan(0);
  });
});
