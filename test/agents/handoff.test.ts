/** Callers who are passed on from one agent to another, through sockets and telephones, on a real server. */
import { expect, test } from 'vitest';
import { faults } from '../kit/agent-owners.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { TelephoneCaller } from '../kit/clients/telephone-caller.ts';
import { historyOf } from '../kit/conversation-setup.ts';
import { KEY, until } from '../kit/server.ts';
import { callOnce, callTools, say } from '../kit/servers/chat-server.ts';

const TEST = { timeout: 120_000 };
const setup = agentServer();
const INTRODUCTION = 'Hello, this is billing.';

/** Two agents; the first may hand over to the second. */
async function two(introduction?: string): Promise<{ reception: string; billing: string }> {
  const billing = await setup.agents.made({
    name: 'Billing',
    prompt: 'You do the billing of {{hotel}}.',
    greeting: 'Nobody hears this.',
    call_tools: ['end_call'],
  });
  const reception = await setup.agents.made({
    prompt: 'You are the reception of {{hotel}}.',
    keep_transcripts: true,
    handoff: [{ name: 'billing', agent_id: billing, description: 'Invoices', introduction }],
  });
  return { reception, billing };
}

const passOn = callTools([{ name: 'hand_off', args: { agent: 'billing' } }], 'I will put you through.');
const variables = JSON.stringify({ hotel: 'the Ritz' });

const promptOf = (request: number): string =>
  JSON.stringify(setup.model.requests.at(request)?.body.messages?.[0]?.content);
const toolsOf = (request: number): string[] =>
  (setup.model.requests.at(request)?.body.tools ?? []).map((tool) => tool.function.name);

test('another agent goes on, with its prompt and tools and what was said', TEST, async () => {
  const { reception, billing } = await two();
  const query = { agent_id: reception, mode: 'llm-tts', variables, turn_details: 'true' };
  const client = await setup.open(query);
  const told = (type: string): string[] =>
    client.messages.flatMap(({ data }) => (data.type === type ? [data.text ?? ''] : []));
  setup.model.next(passOn, say('Which invoice is it?'));
  client.send({ text: 'My invoice is wrong.' });
  await until('the other agent spoke', () => told('llm_response').length === 2, PATIENCE_MS);
  expect(told('llm_response')).toEqual(['I will put you through.', 'Which invoice is it?']);
  expect(client.messages.find(({ data }) => data.type === 'handoff')?.data).toMatchObject({
    agent_id: billing,
    agent: 'billing',
  });
  expect([promptOf(0), toolsOf(0)]).toEqual([expect.stringContaining('reception of the Ritz'), ['hand_off']]);
  expect([promptOf(1), toolsOf(1)]).toEqual([expect.stringContaining('billing of the Ritz'), ['end_call']]);
  expect(historyOf(setup.model).slice(0, 2)).toEqual([
    'user: My invoice is wrong.',
    'assistant: I will put you through.',
  ]);

  setup.model.next(callOnce('end_call', {}, 'Goodbye.'));
  client.send({ text: 'Number twelve. Bye.' });
  await client.closed;
  const path = `/agents/${reception}/conversations`;
  const list = () =>
    dataOf<{ conversations: { conversation_id: string; end_reason?: string }[] }>(
      setup.agents.send('GET', path),
    );
  await until(
    'it is kept',
    async () => (await list()).conversations[0]?.end_reason === 'agent_hung_up',
    PATIENCE_MS,
  );
  const [{ conversation_id: id } = { conversation_id: '' }] = (await list()).conversations;
  const kept = await dataOf<{ transcript: { role: string; agent_id?: string }[] }>(
    setup.agents.send('GET', `/conversations/${id}`),
  );
  const roles = kept.transcript.map(({ role }) => role);
  expect(roles.slice(0, 4).toSorted()).toEqual(['agent', 'handoff', 'tool', 'user']);
  expect(kept.transcript.find(({ role }) => role === 'handoff')).toMatchObject({ agent_id: billing });
  const { events } = await dataOf<{ events: { type: string; data: object }[] }>(
    setup.agents.send('GET', `/events?agent_id=${reception}`),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'conversation.started',
    'conversation.handed_off',
    'conversation.ended',
  ]);
  expect(events[1]?.data).toMatchObject({ conversation_id: id, to_agent_id: billing });
  expect(events[2]?.data).toMatchObject({ usage: { turns: 2, tool_calls: 2 } });
  const ofEach = { conversations: 1, turns: 1, answers: 1, tool_calls: 1 };
  for (const agent of [reception, billing]) {
    const { figures } = await dataOf<{ figures: object[] }>(
      setup.agents.send('GET', `/agents/${agent}/figures`),
    );
    expect(figures).toMatchObject([ofEach]);
  }
});

test(
  'a caller on the telephone hears the introduction, and is then heard by the other agent',
  TEST,
  async () => {
    const { reception } = await two(INTRODUCTION);
    const url = `${setup.server.ws}/agents/${reception}/media-stream?api_key=${KEY}&variables=${encodeURIComponent(variables)}`;
    const caller = await TelephoneCaller.call(url);
    setup.model.next(passOn, say('I will send you a new one.'));
    await caller.speak(await setup.speech.say('My invoice is wrong.'));
    await until('the introduction was sent', () => caller.count('mark') === 2, PATIENCE_MS);
    expect(await setup.hears(caller.heard(), 8000)).toMatch(/through.*hello/i);
    await caller.speak(await setup.speech.say('Invoice number twelve is wrong.'));
    await until('the other agent answered', () => caller.count('mark') === 3, PATIENCE_MS);
    expect(historyOf(setup.model).join('\n')).toMatch(/put you through.*this is billing.*twelve/is);
    caller.hangUp();
    await setup.isFreed();
  },
);

test('an agent that is gone takes nobody over, and unknown ones are refused', TEST, async () => {
  const { reception, billing } = await two();
  await setup.agents.send('DELETE', `/agents/${billing}`);
  const client = await setup.open({ agent_id: reception, mode: 'llm-tts', variables });
  setup.model.next(passOn, say('Sorry, nobody is there.'));
  client.send({ text: 'My invoice is wrong.' });
  await until(
    'the caller was told',
    () => client.messages.some(({ data }) => data.text?.includes('nobody is there')),
    PATIENCE_MS,
  );
  expect(historyOf(setup.model).some((line) => line.includes('cannot talk at the moment'))).toBe(true);
  for (const [handoff, loc] of [
    [[{ name: 'a', agent_id: billing }], ['body', 'handoff', 0, 'agent_id']],
    [[{ name: 'a' }], ['body', 'handoff', 0, 'agent_id']],
  ] as const) {
    const answer = await setup.agents.send('POST', '/agents', { handoff });
    expect(faults(answer)[0]).toMatchObject({ loc });
  }
});
