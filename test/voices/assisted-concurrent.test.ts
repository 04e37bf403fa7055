/** Concurrent changes of one set: it stays consistent and has at most one choice. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../kit/clients/sse-client.ts';
import { VoicesClient, type WireVoice } from '../kit/clients/voices-client.ts';
import { CloningEngine } from '../kit/cloning-engine.ts';
import { eachDatabase, type TestDatabases } from '../kit/databases.ts';
import { madeOf, PASSAGES, soundOf } from '../kit/made-voices.ts';
import { sleep, startTestServer } from '../kit/server.ts';

const TIMEOUT_MS = 60_000;
const AT_ONCE = 20;
const engine = new CloningEngine();
afterEach(() => {
  engine.takeBehaviour = null;
});

async function client(databases: TestDatabases, servers = 1): Promise<VoicesClient[]> {
  const { databaseUrl, dataDir } = await databases.place();
  const env = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
  const clients: VoicesClient[] = [];
  for (let i = 0; i < servers; i++) {
    const server = await startTestServer(engine, { ...env, MAX_ENROLMENTS: '16' });
    onTestFinished(() => server.close());
    clients.push(new VoicesClient(server));
  }
  return clients;
}

interface Report {
  readonly chosen: object | null;
  readonly rank: number;
  readonly offer: { readonly name: string; readonly candidates: number };
  readonly reference: { readonly text: string; readonly sample: { readonly take: string } };
}

const reportOf = (voice: WireVoice) => voice.assisted_report as Report;

/** @throws Error when a set differs from one offer, except for deleted candidates */
async function checkWhole(me: VoicesClient, mayLack: boolean): Promise<void> {
  const voices = await me.own();
  const reports = voices.map(reportOf);
  expect(new Set(reports.map(({ reference }) => reference.sample.take)).size).toBeLessThan(2);
  expect(new Set(reports.map(({ rank }) => rank)).size).toBe(reports.length);
  for (const { offer } of reports) {
    if (mayLack) expect(reports.length).toBeLessThanOrEqual(offer.candidates);
    else expect(reports.length).toBe(offer.candidates);
  }
  const chosen = voices.filter(({ selected }) => selected);
  expect(chosen.length).toBeLessThan(2);
  for (const voice of voices) {
    const { reference, chosen } = reportOf(voice);
    expect(chosen !== null).toBe(voice.selected);
    // Its reference matches its report.
    const passage = PASSAGES.find(
      ({ sentences }) => reference.text === `Sentences ${sentences.join(' and ')}.`,
    );
    const enhancer = voice.name.includes('_fast_') ? 'own' : 'external';
    const sound = soundOf(reference.sample.take, { enhancer, sentences: passage?.sentences ?? [] });
    expect(await me.heard(voice.id)).toBe(sound);
  }
}

/** Makes a take give as many candidates as its name says: "3 ...". */
function givingByTake(): void {
  engine.takeBehaviour = async (request, { signal }) => {
    const take = Buffer.from(request.audio).toString();
    await sleep(Math.random() * 20);
    signal?.throwIfAborted();
    const made = madeOf(request, PASSAGES.slice(0, Number(take.slice(0, 1))));
    return made.map(({ reference, report }) => ({ reference, report: { ...report, sample: { take } } }));
  };
}

eachDatabase((databases) => {
  test('concurrent choices: the last one counts', { timeout: TIMEOUT_MS }, async () => {
    givingByTake();
    const [me] = (await client(databases)) as [VoicesClient];
    const { candidates } = await me.madeSet('Ada', '4 takes');
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) =>
        me.choose({
          voice_id: candidates[i % candidates.length]?.candidate ?? '',
          temperature: `${i / AT_ONCE}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await checkWhole(me, false);
    const chosen = (await me.own())
      .filter(({ selected }) => selected)
      .map((voice) => [voice.id, reportOf(voice).chosen]);
    const answered = answers.map((answer) => {
      const { voice_id, ...sampling } = (answer.json() as { data: { voice_id: string } }).data;
      return [voice_id, sampling];
    });
    expect(chosen).toHaveLength(1);
    expect(answered).toContainEqual(chosen[0]);
  });

  test('choices and takes, in two processes', { timeout: TIMEOUT_MS }, async () => {
    givingByTake();
    const [me, also] = (await client(databases, 2)) as [VoicesClient, VoicesClient];
    const { candidates } = await me.madeSet('Ada', '4 takes');
    const ids = candidates.map(({ candidate }) => candidate);
    const answers: Answer[] = [];
    // Each process enrols two of an owner at a time.
    const enrol = async (who: VoicesClient, worker: number): Promise<void> => {
      for (let i = 0; i < 4; i++) {
        const id = (await me.own())[0]?.id ?? '';
        const take = { voice_file: { file: `${2 + ((worker + i) % 3)} of ${worker}, ${i}` } };
        answers.push(await who.updateAssisted(id, { candidates: 'true' }, take));
      }
    };
    const choose = async (worker: number): Promise<void> => {
      for (let i = 0; i < AT_ONCE / 2; i++) {
        answers.push(await (i % 2 ? me : also).choose({ voice_id: ids[(worker + i) % ids.length] ?? '' }));
      }
    };
    await Promise.all([
      ...[me, me, also, also].map(enrol),
      ...Array.from({ length: AT_ONCE - 4 }, (_, worker) => choose(worker)),
    ]);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 404].includes(status))).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(16);
    await sleep(600);
    await checkWhole(also, false);
  });

  test('and with deleted candidates as well', { timeout: TIMEOUT_MS }, async () => {
    givingByTake();
    const [me] = (await client(databases)) as [VoicesClient];
    for (let round = 0; round < 3; round++) {
      const { candidates } = await me.madeSet('Ada', '4 takes');
      const ids = [...new Set(candidates.map(({ candidate }) => candidate.slice(0, 36)))];
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          const id = ids[i % ids.length] ?? '';
          await sleep(Math.random() * 60);
          if (i < 2)
            return me.updateAssisted(id, { candidates: 'true' }, { voice_file: { file: `4 of ${i}` } });
          if (i < 4) return me.remove(ids[i - 2] ?? '');
          return me.choose({ voice_id: id });
        }),
      );
      expect(answers.map(({ status }) => status).filter((status) => ![200, 404].includes(status))).toEqual(
        [],
      );
      await checkWhole(me, true);
      for (const { id } of await me.own()) expect((await me.remove(id)).status).toBe(200);
    }
  });
});
