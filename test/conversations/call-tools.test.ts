/** The tools of an agent for its call: it hangs up, sends DTMF and transfers, as far as the door supports that. */
import { describe, expect, test } from 'vitest';
import { type CallControl, CallControlError } from '../../agent-worker/door.ts';
import type { CallSettings } from '../../agent-worker/tools/call-settings.ts';
import { Caller } from '../kit/clients/caller.ts';
import { conversationSetup, historyOf } from '../kit/conversation-setup.ts';
import { callOnce, callTools } from '../kit/servers/chat-server.ts';

const PATIENCE_MS = 120_000;
const setup = conversationSetup();
const CALLS: CallSettings = {
  tools: ['end_call', 'send_dtmf', 'transfer_call'],
  targets: [
    { name: 'billing', description: 'questions about invoices', number: '+4930123456' },
    { name: 'desk', description: '', number: 'sip:desk@pbx.example' },
  ],
};

/** A caller on a line that supports call tools. */
class LineCaller extends Caller {
  readonly did: string[] = [];
  readonly call: CallControl = {
    sendDtmf: async (keys) => void this.did.push(`keys ${keys}`),
    transfer: async (to) => {
      if (this.isBusy) throw new CallControlError('the line is busy');
      this.did.push(`transfer ${to} after ${Math.round(this.soundMs())} ms`);
    },
  };
  isBusy = false;
}

const offered = (): string[] => {
  const tools = setup.model.requests.at(-1)?.body.tools ?? [];
  return tools.map((tool) => (tool as { function: { name: string } }).function.name).toSorted();
};

describe('call tools', { timeout: PATIENCE_MS }, () => {
  test('the agent hangs up after its goodbye was heard to the end', async () => {
    const { conversation, caller, ends } = await setup.call({ settings: { calls: CALLS } });
    const goodbye = 'Thank you for calling, and have a very nice day. Goodbye!';
    setup.model.answer(callOnce('end_call', {}, goodbye));
    conversation.type('That is all.');
    expect(await conversation.ended).toBe('agent_hung_up');
    expect(caller.soundMs()).toBeGreaterThan(2000);
    expect(caller.finished).toBe(1);
    expect(caller.texts('llm_response')).toEqual([goodbye]);
    expect(ends[0]).toMatchObject({ reason: 'agent_hung_up', usage: { toolCalls: 1 } });
  });

  test('a caller who interrupts the goodbye stays, and is answered', async () => {
    const { conversation, caller, ends } = await setup.call({ settings: { calls: CALLS } });
    setup.model.next(
      callTools([{ name: 'end_call', args: {} }], `Goodbye. ${'And all the best to you. '.repeat(9)}`),
    );
    conversation.type('That is all.');
    await caller.until('the goodbye is heard', () => caller.soundMs() > 1500);
    conversation.type('Wait, one more thing.');
    await caller.until('it is answered', () => caller.texts('llm_response').at(-1) === 'Of course.');
    await caller.until('the answer was heard', () => caller.finished > 0);
    expect(ends).toEqual([]);
  });

  test('a call is transferred to a named target, after the caller was told', async () => {
    const caller = new LineCaller();
    const { conversation } = await setup.call({ settings: { calls: CALLS }, caller });
    setup.model.answer(
      callOnce('transfer_call', { target: 'billing' }, 'I will put you through to our billing desk.'),
    );
    conversation.type('I have a question about my invoice.');
    expect(await conversation.ended).toBe('transferred');
    const [did] = caller.did;
    expect(did).toMatch(/^transfer \+4930123456 after \d+ ms$/);
    expect(Number(/after (\d+)/.exec(did!)![1])).toBeGreaterThan(1000);
    // The model gets the names of targets, but not their numbers.
    expect(JSON.stringify(setup.model.requests.map(({ body }) => body))).not.toContain('4930123456');
  });

  test('the model gets a failure, and the call continues', async () => {
    const caller = new LineCaller();
    caller.isBusy = true;
    const { conversation, ends } = await setup.call({ settings: { calls: CALLS }, caller });
    for (const [args, told] of [
      [{ target: 'billing' }, 'the line is busy. The caller is still on the line'],
      [{ target: '+1900555' }, 'target must be one of: billing, desk'],
    ] as const) {
      const before = setup.model.requests.length;
      setup.model.answer(callOnce('transfer_call', args, ''));
      conversation.type('Put me through, please.');
      await caller.until('the model was told', () =>
        historyOf(setup.model).some((line) => line.includes(told)),
      );
      await caller.until('it answered', () => setup.model.requests.length >= before + 2);
    }
    expect(caller.did).toEqual([]);
    expect(ends).toEqual([]);
  });

  test('DTMF digits are sent, and other characters are not', async () => {
    const caller = new LineCaller();
    const { conversation } = await setup.call({ settings: { calls: CALLS }, caller });
    setup.model.answer(callOnce('send_dtmf', { keys: '12#' }, ''));
    conversation.type('Choose option twelve.');
    await caller.until('the keys were pressed', () => caller.did.length === 1);
    setup.model.answer(callOnce('send_dtmf', { keys: 'help' }, ''));
    conversation.type('And now help.');
    await caller.until('the model was told', () =>
      historyOf(setup.model).some((line) => line.includes('0-9')),
    );
    expect(caller.did).toEqual(['keys 12#']);
  });

  test('the model gets only tools that the door supports and the agent has', async () => {
    const ask = async (calls: CallSettings, caller: Caller): Promise<string[]> => {
      const before = setup.model.requests.length;
      const { conversation } = await setup.call({ settings: { calls }, caller });
      conversation.type('Hello.');
      await caller.until('the model was asked', () => setup.model.requests.length > before);
      return offered();
    };
    expect(await ask(CALLS, new LineCaller())).toEqual(['end_call', 'send_dtmf', 'transfer_call']);
    expect(await ask(CALLS, new Caller())).toEqual(['end_call']);
    expect(await ask({ ...CALLS, targets: [] }, new LineCaller())).toEqual(['end_call', 'send_dtmf']);
    expect(await ask({ tools: ['send_dtmf'], targets: [] }, new LineCaller())).toEqual(['send_dtmf']);
  });
});
