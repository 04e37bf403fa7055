/** The scenarios that are included, and the command that runs them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareConversations } from '../agent-worker/conversation/load-models.ts';
import type { Engine } from '../engine/index.ts';
import { hibariFolder, kokoroFolder } from '../engine/setup.ts';
import { scenarios } from '../scenarios/cli.ts';
import { loadScenarios, parseScenarios } from '../scenarios/file/load.ts';
import { needsModel, type Scenario } from '../scenarios/file/scenario.ts';
import { ChatServer, sayBy } from '../scenarios/model/chat-server.ts';
import type { ModelEndpoint } from '../scenarios/model/endpoint.ts';
import { html } from '../scenarios/report/html.ts';
import { reportOf } from '../scenarios/report/report.ts';
import { callAll, prepare, type Ran } from '../scenarios/run-all.ts';
import { REPOSITORY } from './kit/docs/checkout.ts';
import { readPage } from './kit/docs/markdown.ts';
import { isLongForm } from './kit/long-form.ts';
import { everything, failures } from './kit/scenario-calls.ts';
import { completeEngine, KEY, startTestServer, type TestServer } from './kit/server.ts';

const FOLDER = join(REPOSITORY, 'scenarios/examples');
/** Number of calls that two processors can serve. */
const JOBS = 6;
const TIMEOUT_MS = 400_000;
/** The short form calls one of so many scenarios. */
const SHORT_FORM_SHARE = 3;
const SPANISH = 'kokoro-ef_dora';

let engine: Engine | null = null;
let server: TestServer | null = null;
const folder = mkdtempSync(join(tmpdir(), 'parley-scenarios-test-'));

beforeAll(async () => {
  // Kokoro speaks Spanish if it is installed; for English it would be too slow.
  engine = await completeEngine({
    voiceFolders: { kokoro: [kokoroFolder()], hibari: [hibariFolder()] },
    defaultVoices: { preference: 'fast', byLanguage: {} },
  });
  if (!engine) return;
  await prepareConversations();
  server = await startTestServer(engine, { MCP_ALLOW_HOSTS: '127.0.0.1', MAX_AGENT_SESSIONS: String(JOBS) });
});
beforeEach(({ skip }) => {
  if (!server) skip('the default voice or the recogniser is not installed');
});
afterAll(async () => {
  await server?.close();
  await engine?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function called(wanted: readonly Scenario[], jobs = JOBS): Promise<Ran[]> {
  const place = { url: server!.base, key: KEY };
  return callAll(await prepare(wanted, engine!), { place, jobs });
}

/** The scenarios that a page shows. */
const documented = (): Scenario[] =>
  readPage(join(REPOSITORY, 'docs/scenarios.md'))
    .blocks.filter(({ language }) => language === 'yaml')
    .flatMap(({ code }) => parseScenarios('docs/scenarios.md', code));

/** Response times on a busy machine are not checked. */
function withoutTimes({ expect: expected, caller, ...scenario }: Scenario): Scenario {
  const { answer_within_ms, interruption_obeyed_within_ms, overlap_at_most_ms, ...others } = expected;
  return { ...scenario, caller: { ...caller, patience_ms: 60_000 }, expect: others };
}

test('those that are included or documented pass', { timeout: TIMEOUT_MS }, async () => {
  const files = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  const all = [...files.flatMap(loadScenarios), ...documented()];
  expect(all.length).toBeGreaterThanOrEqual(30);
  const canSpeakSpanish =
    engine!.recogniser.supports('es') && engine!.voices().some(({ id }) => id === SPANISH);
  const usable = all.filter(
    (each) => !needsModel(each) && (each.caller.language !== 'es' || canSpeakSpanish),
  );
  const some = usable.filter((_, i) => isLongForm || i % SHORT_FORM_SHARE === 0);
  const ran = await called(some.map(withoutTimes));
  // Calls run in real time even on a busy machine, so failed ones are repeated one at a time.
  const failed = ran.filter((each) => failures([each]).length > 0).map(({ scenario }) => scenario);
  expect(failures(failed.length > 0 ? await called(failed, 1) : [])).toEqual([]);
});

test('an agent that answers too early fails, with the time and the sound of it', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [hasty] = parseScenarios(
    'hasty.yaml',
    `
agent:
  greeting: Hello. What is your telephone number, please?
  endpointing: { min_delay_ms: 200, max_delay_ms: 200 }
  replies: [{ say: Thank you. }]
scenarios:
  - name: hasty
    steps: [{ say: "It is four one five, <pause:1500ms> two six seven one." }]
    expect: { no_cut_off: true, tools_called: [{ name: note }] }`,
  );
  const ran = await called([hasty!]);
  expect(failures(ran).toSorted()).toEqual([
    expect.stringContaining('no_cut_off: the agent took "'),
    expect.stringContaining('tools_called: note: it was not called'),
  ]);
  const report = reportOf(ran);
  const cutOff = report.scenarios[0]?.runs[0]?.failures.find(({ check }) => check === 'no_cut_off');
  expect(cutOff?.at_ms).toBeGreaterThan(1000);
  expect(html(report, [ran[0]!.sound])).toContain('data:audio/wav;base64,');
});

test.each(['telephone', 'realtime'] as const)(
  'an agent is called by %s',
  { timeout: TIMEOUT_MS },
  async (door) => {
    const ran = await called(everything(door));
    expect(failures(ran)).toEqual([]);
    const { facts, events } = ran[0]!;
    expect(facts.answers.length).toBeGreaterThanOrEqual(2);
    expect(facts.interruptions).toHaveLength(1);
    expect(events.filter(({ kind }) => kind === 'heard').length).toBeGreaterThanOrEqual(3);
  },
);

test('a language model pursues a goal, and judges the call', { timeout: TIMEOUT_MS }, async () => {
  const words = ['I would like two loaves of bread.', 'Yes, please. [done]'];
  const person = await ChatServer.start(
    sayBy(({ messages = [] }) => {
      const last = String(messages.at(-1)?.content);
      if (last.includes('Statement: ')) return last.endsWith('Two loaves.') ? 'Yes.' : 'No, it was two.';
      return words[messages.filter(({ role }) => role === 'assistant').length] ?? '[give up]';
    }),
  );
  const parse = (more: string) =>
    parseScenarios(
      'goal.yaml',
      `
agent:
  replies:
    - { when: bread, say: "Two loaves, is that right?" }
    - { say: They are ordered. }
caller: { patience_ms: 60000 }
scenarios:
  - name: goal
    steps: [{ goal: You want two loaves of bread., ${more} }]
    expect: { said: [They are ordered], meaning: [Two loaves., Three loaves.] }`,
    );
  try {
    const pursued = async (scenarios: Scenario[], model: ModelEndpoint | null): Promise<Ran[]> => {
      const place = { url: server!.base, key: KEY };
      return callAll(await prepare(scenarios, engine!, { model }), { place });
    };
    const ran = await pursued(parse('turns: 5'), person.endpoint);
    expect(failures(ran)).toEqual(['goal.yaml: goal: meaning: Three loaves.: it was two.']);
    expect(String(person.requests[0]?.body.messages?.[0]?.content)).toContain('two loaves of bread');
    const stopped = await pursued(parse('turns: 1'), person.endpoint);
    expect(failures(stopped)[0]).toContain('the goal was not reached within "turns: 1"');
    await expect(pursued(parse('turns: 1'), null)).rejects.toThrow('LLM_BASE_URL');
    const silent = await pursued(parse('turns: 1'), { ...person.endpoint, baseUrl: 'http://127.0.0.1:1/v1' });
    expect(failures(silent)[0]).toContain('the model of the caller did not answer');
  } finally {
    await person.close();
  }
});

describe('the command', { timeout: TIMEOUT_MS }, () => {
  const out = (name: string): string => join(folder, name);

  test('starts a server, calls its agents and writes reports', async () => {
    const code = await scenarios([
      join(FOLDER, 'without-a-model.yaml'),
      ...['--json', out('a.json'), '--junit', out('a.xml'), '--html', out('a.html')],
    ]);
    const report = JSON.parse(readFileSync(out('a.json'), 'utf8')) as ReturnType<typeof reportOf>;
    expect(report.scenarios[0]?.runs[0]?.failures).toEqual([]);
    expect(code).toBe(0);
    expect(readFileSync(out('a.xml'), 'utf8')).toContain('failures="0"');
    expect(readFileSync(out('a.html'), 'utf8')).toContain('1 of 1 passed');
  });

  test('calls an agent of a running server', async () => {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const body = JSON.stringify({ greeting: 'Hello, who is there?' });
    const made = await fetch(`${server!.base}/agents`, { method: 'POST', headers, body });
    const { data } = (await made.json()) as { data: { agent_id: string } };
    const text =
      'scenarios:\n  - name: a\n    steps: [{ press: "1" }]\n    expect: { said: [nothing of this] }\n';
    writeFileSync(out('a.yaml'), text);
    const place = ['--url', server!.base, '--key', KEY, '--agent', data.agent_id];
    expect(await scenarios([out('a.yaml'), ...place, '--json', out('b.json')])).toBe(1);
    const report = JSON.parse(readFileSync(out('b.json'), 'utf8')) as ReturnType<typeof reportOf>;
    expect(report.scenarios[0]?.runs[0]?.failures).toMatchObject([{ check: 'said: nothing of this' }]);
  });

  test('makes a scenario of a kept conversation, which runs', async () => {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const ask = async <T>(path: string, body?: unknown): Promise<T> => {
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      return ((await (await fetch(`${server!.base}${path}`, { headers, ...sent })).json()) as { data: T })
        .data;
    };
    const greeting =
      'Hello, this is the speaking clock of the town hall, which tells you the time of the day.';
    const { agent_id: id } = await ask<{ agent_id: string }>('/agents', { greeting, keep_transcripts: true });
    const steps =
      '[{ interrupt: "Excuse me, what time is it?", after_words: 5 }, { say: "Thank you, goodbye." }]';
    writeFileSync(out('c.yaml'), `scenarios:\n  - name: a\n    steps: ${steps}\n`);
    const place = ['--url', server!.base, '--key', KEY];
    expect(await scenarios([out('c.yaml'), ...place, '--agent', id])).toBe(0);
    const { conversations } = await ask<{ conversations: { conversation_id: string }[] }>(
      `/agents/${id}/conversations`,
    );
    const from = ['--from', conversations[0]!.conversation_id, '--out', out('d.yaml')];
    expect(await scenarios([...from, ...place])).toBe(0);
    const [made] = loadScenarios(out('d.yaml'));
    expect(made!.agent.greeting).toBe(greeting);
    expect(made!.steps.at(0)?.interrupt).toMatch(/what time is it/i);
    expect(made!.steps.at(-1)?.say).toMatch(/thank you/i);
    expect(await scenarios([out('d.yaml'), ...place])).toBe(0);
    expect(await scenarios(['--from', 'nothing', '--out', out('e.yaml'), ...place])).toBe(2);
  });

  test('records the answers of a language model, and replays them without it', async () => {
    const model = await ChatServer.start(sayBy(() => 'We open at nine.'));
    const file = [out('f.yaml'), '--url', server!.base, '--key', KEY];
    writeFileSync(
      out('f.yaml'),
      `
agent: { greeting: "Hello.", model: { base_url: "${model.url}", model: real } }
caller: { patience_ms: 60000 }
scenarios:
  - name: hours
    steps: [{ say: When do you open? }]
    expect: { said: [we open at nine] }`,
    );
    expect(await scenarios([...file, '--model', 'another', '--record', out('f.json')])).toBe(0);
    expect(model.requests[0]?.body.model).toBe('another');
    await model.close();
    expect(await scenarios([...file, '--replay', out('f.json')])).toBe(0);
    writeFileSync(out('f.json'), readFileSync(out('f.json'), 'utf8').replaceAll('"1.0"', '"7.0"'));
    expect(await scenarios([...file, '--replay', out('f.json')])).toBe(1);
    expect(await scenarios([...file, '--replay', out('f.yaml')])).toBe(2);
  });

  test('refuses a file that is not a scenario', async () => {
    writeFileSync(out('bad.yaml'), 'scenarios: 5\n');
    expect(await scenarios([out('bad.yaml')])).toBe(2);
    expect(await scenarios([out('missing.yaml')])).toBe(2);
    expect(await scenarios([])).toBe(2);
  });
});
