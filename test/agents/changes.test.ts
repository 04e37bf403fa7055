/** Changing agents: which fields stay or are removed, and which changes are refused. */
import { expect, test } from 'vitest';
import { AgentOwners, faults } from '../kit/agent-owners.ts';
import { DEFAULT_VOICE } from '../kit/cloning-engine.ts';

const owners = new AgentOwners();

const GIVEN = {
  name: 'Reception',
  prompt: 'You are the receptionist.',
  greeting: 'Hello!',
  voice_id: DEFAULT_VOICE,
  endpointing: { min_delay_ms: 200, max_delay_ms: 900 },
  mcp_servers: ['https://tools.example/mcp'],
  llm: { base_url: 'https://llm.example/v1', model: 'small', api_key: 'sk-first' },
  department: { floor: 3, desk: 'left' },
};

test('fields replace, absent ones stay, and null removes', async () => {
  const id = await owners.me.made(GIVEN);
  const before = await owners.me.agent(id);
  const answer = await owners.me.change(id, {
    greeting: ' Good morning. ',
    voice_id: null,
    endpointing: { max_delay_ms: 1500 },
    department: { desk: null, door: 'green' },
  });
  const { voice_id: _, ...stays } = before;
  const agent = {
    ...stays,
    greeting: ' Good morning. ',
    endpointing: { min_delay_ms: 200, max_delay_ms: 1500 },
    department: { floor: 3, door: 'green' },
    updated_at: expect.any(String),
  };
  expect((answer.json() as { data: unknown }).data).toEqual({
    message: 'Agent has successfully been updated.',
    agent_id: id,
    agent,
  });
  expect(await owners.me.agent(id)).toEqual(agent);
  expect(Date.parse(String((await owners.me.agent(id)).updated_at))).toBeGreaterThanOrEqual(
    Date.parse(String(before.updated_at)),
  );
});

test('an empty change changes nothing', async () => {
  const id = await owners.me.made(GIVEN);
  const { updated_at: _, ...before } = await owners.me.agent(id);
  expect(await owners.me.changed(id, {})).toMatchObject(before);
});

test("the key of the model belongs to the model's address, and is sent nowhere else", async () => {
  const llmAfter = async (llm: unknown) => {
    const id = await owners.me.made(GIVEN);
    return (await owners.me.changed(id, { llm })).llm;
  };
  const base_url = 'https://llm.example/v1';
  expect(await llmAfter({ model: 'large' })).toEqual({ base_url, model: 'large', has_api_key: true });
  expect(await llmAfter({ api_key: null })).toEqual({ base_url, model: 'small', has_api_key: false });
  expect(await llmAfter({ base_url: 'https://other.example/v1' })).toEqual({
    base_url: 'https://other.example/v1',
    model: 'small',
    has_api_key: false,
  });
  expect(await llmAfter({ base_url: null })).toEqual({ model: 'small', has_api_key: false });
  expect(await llmAfter(null)).toBeUndefined();
  const moved = { base_url: 'https://other.example/v1', api_key: 'sk-second' };
  expect(await llmAfter(moved)).toEqual({ base_url: moved.base_url, model: 'small', has_api_key: true });
});

test('refused fields are named, and nothing changes', async () => {
  const id = await owners.me.made(GIVEN);
  const before = await owners.me.agent(id);
  const refused = faults(await owners.me.change(id, { name: 7, voice_id: 'nobody', llm: { model: null } }));
  expect(refused.map(({ loc }) => loc)).toEqual([
    ['body', 'llm', 'model'],
    ['body', 'name'],
  ]);
  expect(faults(await owners.me.change(id, { voice_id: 'nobody' }))[0]?.loc).toEqual(['body', 'voice_id']);
  expect(faults(await owners.me.change(id, []))[0]?.loc).toEqual(['body']);
  expect((await owners.other.change(id, { name: 'Mine' })).status).toBe(404);
  expect(await owners.me.agent(id)).toEqual(before);
});

test('concurrent changes are all applied', async () => {
  const id = await owners.me.made(GIVEN);
  const names = Array.from({ length: 8 }, (_, i) => `field_${i}`);
  const answers = await Promise.all(names.map((name) => owners.me.change(id, { [name]: name })));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
  expect(await owners.me.agent(id)).toMatchObject(Object.fromEntries(names.map((name) => [name, name])));
});

test('the headers of a tool are not told, stay with its name and its server, and go nowhere else', async () => {
  const parameters = { type: 'object', properties: { id: { type: 'string' } } };
  const tool = { name: 'order', url: 'https://shop.example/orders/{id}', method: 'GET', parameters };
  const id = await owners.me.made({
    ...GIVEN,
    tools: [{ ...tool, headers: { Authorization: 'Bearer s3cret' } }],
  });
  const [told] = (await owners.me.agent(id)).tools as Record<string, unknown>[];
  expect(told).toEqual({
    ...tool,
    description: '',
    headers: { Authorization: null },
    deadline_ms: 10_000,
    confirm: false,
  });
  // The agent as it was read, with another description.
  const changed = await owners.me.changed(id, { tools: [{ ...told, description: 'Looks up an order' }] });
  expect(changed.tools).toEqual([{ ...told, description: 'Looks up an order' }]);
  const elsewhere = { ...told, url: 'https://other.example/orders/{id}' };
  const refused = faults(await owners.me.change(id, { tools: [elsewhere] }));
  expect(refused).toMatchObject([{ loc: ['body', 'tools', 0, 'headers'], type: 'missing' }]);
  expect((await owners.me.changed(id, { tools: null })).tools).toBeUndefined();
});

test.each([
  ['a private address', { url: 'http://127.0.0.1/x' }, ['url'], 'address_refused'],
  ['a server that an argument chooses', { url: 'https://{host}/x' }, ['url'], 'url_parsing'],
  ['an address that is none', { url: 'shop' }, ['url'], 'url_parsing'],
  ['an argument that there is not', { url: 'https://shop.example/{id}' }, ['url'], 'value_error'],
  ['a name for no model', { name: 'look up' }, ['name'], 'string_pattern_mismatch'],
  ['no name', { name: null }, ['name'], 'missing'],
  ['a method that there is not', { method: 'TRACE' }, ['method'], 'enum'],
  ['a header of two lines', { headers: { A: 'b\r\nc: d' } }, ['headers'], 'value_error'],
  ['a header that is set here', { headers: { Host: 'other' } }, ['headers'], 'value_error'],
  ['a header without a value', { headers: { Authorization: null } }, ['headers'], 'missing'],
  ['no schema', { parameters: [] }, ['parameters'], 'dict_type'],
  ['a field that there is not', { timeout: 3 }, ['timeout'], 'extra_forbidden'],
  ['patience without end', { deadline_ms: 3_600_000 }, ['deadline_ms'], 'number_range'],
])('a tool with %s is refused', async (_what, fields, loc, type) => {
  const tool = { name: 'order', url: 'https://shop.example/orders', ...fields };
  expect(faults(await owners.me.create({ ...GIVEN, tools: [tool] }))).toMatchObject([
    { loc: ['body', 'tools', 0, ...loc], type },
  ]);
});

test('two tools of one name are refused, and one that has the name of a tool of the call', async () => {
  for (const tools of [
    [
      { name: 'a', url: 'https://shop.example/' },
      { name: 'a', url: 'https://shop.example/' },
    ],
    [{ name: 'end_call', url: 'https://shop.example/' }],
  ]) {
    expect(faults(await owners.me.create({ ...GIVEN, tools }))).toMatchObject([{ loc: ['body', 'tools'] }]);
  }
});
