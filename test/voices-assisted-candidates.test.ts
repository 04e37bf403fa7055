/** Candidates: what is offered after a read-through, and what a choice among them changes. Rows of the table of states. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { builtInScript } from '../engine/enrolment/assisted/scripts/index.ts';
import { EnrolmentError } from '../engine/enrolment/types.ts';
import { SpeakError } from '../engine/speech/types.ts';
import { CloningEngine } from './kit/cloning-engine.ts';
import { heardIn, madeOf, PASSAGES, type Passage, soundOf } from './kit/made-voices.ts';
import { startTestServer, type TestServer } from './kit/server.ts';
import { askToSpeak } from './kit/sse-client.ts';
import { setIn, VoicesClient, type WireSet, type WireVoice } from './kit/voices-client.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const engine = new CloningEngine();
let server: TestServer;
let me: VoicesClient;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(engine);
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const list of [engine.takes, engine.opened]) list.length = 0;
  me = await VoicesClient.of(server, `owner ${count++}`);
});
afterEach(() => {
  engine.takeBehaviour = null;
  engine.onOpen = null;
});

/** Gives these voices at the next read-throughs. */
const giving = (...passages: Passage[]): void => {
  engine.takeBehaviour = async (request) => madeOf(request, passages);
};

const [SLOW_3, FAST_1, SLOW_1, SLOW_6] = PASSAGES as readonly [Passage, Passage, Passage, Passage];
/** Places of the default candidates in a set. */
const PLACES = ['slow_3', 'slow_3 variant', 'fast_1', 'fast_1 variant', 'slow_1', 'slow_6'] as const;

/** Ids of the default candidates, by their places. */
function idsOf({ candidates }: WireSet): Record<(typeof PLACES)[number], string> {
  expect(candidates).toHaveLength(PLACES.length);
  return Object.fromEntries(PLACES.map((place, i) => [place, candidates[i]?.candidate])) as ReturnType<
    typeof idsOf
  >;
}

/** The caller's voices by name. */
const own = async (): Promise<Record<string, WireVoice>> =>
  Object.fromEntries((await me.own()).map((voice) => [voice.name, voice]));

const selected = async (): Promise<string[]> =>
  (await me.own()).filter((voice) => voice.selected).map(({ name }) => name);

const reportOf = (voice: WireVoice | undefined) => voice?.assisted_report as Record<string, unknown>;

/** Everything that a client can tell of a set: its list, and what each voice and variant says. */
async function picture(): Promise<unknown> {
  const voices = await me.own();
  const ids = voices.flatMap((voice) =>
    ((reportOf(voice)?.variants as { id: string }[] | undefined) ?? [{ id: voice.id }]).map(({ id }) => id),
  );
  const sounds = await Promise.all(ids.map(async (id) => [id, await me.heard(id)]));
  return { voices, sounds };
}

const INVALID = [404, { detail: 'Provided `voice_id` is invalid' }];

describe('(new): POST with candidates', () => {
  test('offers one voice for each passage, best first, and the best of each enhancer as a variant, too', async () => {
    const answer = await me.createAssisted({ voice_name: 'Ada', voice_tags: 'warm', candidates: 'true' });
    expect(engine.takes).toMatchObject([{ candidates: true, fast: false, script: builtInScript('en') }]);
    const made = madeOf(engine.takes[0]!);
    const ids = idsOf(setIn(answer));
    const entry = (place: keyof typeof ids, rank: number) => ({
      rank,
      candidate: ids[place],
      reference: made[rank - 1]?.report,
      preview: expect.any(String),
    });
    expect(answer.json()).toEqual({
      data: {
        set_id: expect.stringMatching(UUID),
        candidates: [
          entry('slow_3', 1),
          entry('slow_3 variant', 1),
          entry('fast_1', 2),
          entry('fast_1 variant', 2),
          entry('slow_1', 3),
          entry('slow_6', 4),
        ],
      },
    });
    const bases = (['slow_3', 'fast_1', 'slow_1', 'slow_6'] as const).map((place) => ids[place]);
    for (const id of bases) expect(id).toMatch(UUID);
    expect(new Set(bases).size).toBe(4);
    expect(ids['slow_3 variant']).toBe(`${ids.slow_3}_top_k_10`);
    expect(ids['fast_1 variant']).toBe(`${ids.fast_1}_top_k_10`);
  });

  test('keeps every voice, none of them chosen', async () => {
    const set = await me.madeSet('Ada', 'a take', { voice_tags: 'warm' });
    const ids = idsOf(set);
    const made = madeOf(engine.takes[0]!);
    const plain = { top_k: null, temperature: null };
    const voice = (place: keyof typeof ids, rank: number, hasVariant: boolean) => {
      const id = ids[place];
      const name = `Ada_${place}`;
      return expect.objectContaining({
        id,
        name,
        tags: ['warm', `candidates:${set.set_id}`],
        lang_code: 'en',
        type: 'Cloned',
        assisted: true,
        selected: false,
        assisted_report: {
          reference: made[rank - 1]?.report,
          offer: { set_id: set.set_id, name, candidates: 4 },
          rank,
          variants: [
            { id, ...plain },
            ...(hasVariant ? [{ ...plain, id: `${id}_top_k_10`, top_k: 10 }] : []),
          ],
          chosen: null,
        },
      });
    };
    const voices = await own();
    expect(Object.keys(voices).sort()).toEqual(['Ada_fast_1', 'Ada_slow_1', 'Ada_slow_3', 'Ada_slow_6']);
    expect(voices.Ada_slow_3).toEqual(voice('slow_3', 1, true));
    expect(voices.Ada_fast_1).toEqual(voice('fast_1', 2, true));
    expect(voices.Ada_slow_1).toEqual(voice('slow_1', 3, false));
    expect(voices.Ada_slow_6).toEqual(voice('slow_6', 4, false));
  });

  test('lets each be heard as it would be spoken', async () => {
    const { candidates } = await me.madeSet('Ada', 'a take', { preview_text: 'Hello you.' });
    const sounds = [SLOW_3, SLOW_3, FAST_1, FAST_1, SLOW_1, SLOW_6].map((passage) =>
      soundOf('a take', passage),
    );
    expect(candidates.map(({ preview }) => heardIn(preview))).toEqual(sounds);
    const asked = engine.opened.map(({ settings: { topK, temperature, speed, encoding }, clone, texts }) => ({
      sound: Buffer.from(clone?.codes ?? []).toString(),
      sampling: [clone?.topK, topK, temperature],
      form: [speed, encoding, ...texts],
    }));
    const form = [1, 'pcm_linear', 'Hello you.'];
    const spoken = sounds.map((sound, i) => ({
      sound,
      sampling: [undefined, i === 1 || i === 3 ? 10 : null, null],
      form,
    }));
    const inOrder = (list: typeof asked) => list.map((item) => JSON.stringify(item)).sort();
    expect(inOrder(asked)).toEqual(inOrder(spoken as typeof asked));
  });

  test('without the external enhancer the names of all are numbered by rank', async () => {
    const passage = (first: number): Passage => ({ enhancer: 'own', sentences: [first, first + 1] });
    giving(passage(5), passage(2), passage(9));
    const { candidates } = await me.madeSet('Ada', 'x', { fast: 'true' });
    expect(engine.takes[0]?.fast).toBe(true);
    expect(candidates.map(({ rank }) => rank)).toEqual([1, 1, 2, 3]);
    expect(await me.ownNames()).toEqual(expect.arrayContaining(['Ada_fast_1', 'Ada_fast_2', 'Ada_fast_3']));
    const { Ada_fast_1, Ada_fast_3 } = await own();
    expect(reportOf(Ada_fast_1)).toMatchObject({ rank: 1, reference: { sentences: [5, 6] } });
    expect(reportOf(Ada_fast_3)).toMatchObject({ rank: 3, reference: { sentences: [9, 10] } });
  });

  test('without previews', async () => {
    const { candidates } = await me.madeSet('Ada', 'x', { preview_text: '' });
    expect(candidates).toHaveLength(6);
    for (const entry of candidates) expect(Object.keys(entry)).toEqual(['rank', 'candidate', 'reference']);
    expect(engine.opened).toEqual([]);
  });

  test('a preview that fails is left out and the reason said; the others are there', async () => {
    const failing = soundOf('a take', SLOW_1);
    engine.onOpen = ({ topK }, clone) => {
      const isVariant =
        topK === 10 && Buffer.from(clone?.codes ?? []).toString() === soundOf('a take', FAST_1);
      if (!isVariant && Buffer.from(clone?.codes ?? []).toString() !== failing) return undefined;
      throw new SpeakError('Too much is spoken', { status: 503, field: 'text', type: 'overloaded' });
    };
    const { candidates } = await me.madeSet('Ada');
    expect(candidates.map(({ preview }) => preview !== undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(candidates.map(({ reference }) => reference.preview_failed)).toEqual([
      undefined,
      undefined,
      undefined,
      'Too much is spoken',
      'Too much is spoken',
      undefined,
    ]);
    const voices = await own();
    expect(reportOf(voices.Ada_slow_1)).toMatchObject({
      reference: { preview_failed: 'Too much is spoken' },
    });
    expect(reportOf(voices.Ada_fast_1)).toMatchObject({
      variants: [{ top_k: null }, { top_k: 10, preview_failed: 'Too much is spoken' }],
    });
    expect(JSON.stringify(reportOf(voices.Ada_slow_3))).not.toContain('preview_failed');
    // It can be chosen and spoken with all the same.
    expect((await me.choose({ voice_id: candidates[4]?.candidate ?? '' })).status).toBe(200);
    engine.onOpen = null;
    expect(await me.heard(candidates[4]?.candidate ?? '')).toBe(failing);
  });
});

describe('speaking with candidates', () => {
  test('a variant is the same voice with its own sampling', async () => {
    const ids = idsOf(await me.madeSet('Ada'));
    engine.opened.length = 0;
    expect(await me.heard(ids.slow_3)).toBe(soundOf('a take', SLOW_3));
    expect(await me.heard(ids['slow_3 variant'])).toBe(soundOf('a take', SLOW_3));
    const asked = engine.opened.map(({ clone, settings }) => [clone?.id, clone?.topK, settings.topK]);
    expect(asked).toEqual([
      [ids.slow_3, undefined, null],
      [ids.slow_3, 10, null],
    ]);
  });

  test('a variant that was not offered is no voice, nor is one of a plain voice', async () => {
    const ids = idsOf(await me.madeSet('Ada'));
    const plain = await me.made('Plain');
    for (const id of [
      `${ids.slow_1}_top_k_10`,
      `${ids.slow_3}_top_k_11`,
      `${ids['slow_3 variant']}_top_k_10`,
    ]) {
      await expect(me.heard(id)).rejects.toThrow('422');
    }
    await expect(me.heard(`${plain}_top_k_10`)).rejects.toThrow('422');
    const other = await VoicesClient.of(server, `other of ${count}`);
    const answer = await askToSpeak(
      server,
      { text: 'Hi.', voice_id: ids['slow_3 variant'] },
      { headers: { 'x-api-key': other.key } },
    );
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body', 'voice_id'], type: 'voice_unknown' }] });
  });

  test('a variant cannot be read, changed or deleted: it is no voice of its own', async () => {
    const ids = idsOf(await me.madeSet('Ada'));
    const id = ids['slow_3 variant'];
    const before = await picture();
    const answers = [
      await me.read(id),
      await me.update(id, { new_voice_name: 'x' }),
      await me.updateAssisted(id),
      await me.updateAssisted(id, { candidates: 'true' }),
      await me.remove(id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await picture()).toEqual(before);
  });
});

describe('selected=false: choose', () => {
  test('makes one the chosen one; no reference changes', async () => {
    const set = await me.madeSet('Ada');
    const ids = idsOf(set);
    const before = await own();
    const answer = await me.choose({ voice_id: ids.slow_1 });
    const sampling = { top_k: null, temperature: null };
    expect([answer.status, answer.json()]).toEqual([200, { data: { voice_id: ids.slow_1, ...sampling } }]);
    const after = await own();
    expect(after.Ada_slow_1).toEqual({
      ...before.Ada_slow_1,
      selected: true,
      updated_at: expect.any(String),
      assisted_report: { ...reportOf(before.Ada_slow_1), chosen: sampling },
    });
    const { Ada_slow_1: _, ...others } = after;
    expect(others).toEqual({ ...before, Ada_slow_1: undefined });
    expect(await me.heard(ids.slow_1)).toBe(soundOf('a take', SLOW_1));
  });

  test('a variant: its voice is the chosen one, with the sampling of the preview', async () => {
    const ids = idsOf(await me.madeSet('Ada'));
    const answer = await me.choose({ voice_id: ids['fast_1 variant'] });
    const sampling = { top_k: 10, temperature: null };
    expect([answer.status, answer.json()]).toEqual([200, { data: { voice_id: ids.fast_1, ...sampling } }]);
    expect(await selected()).toEqual(['Ada_fast_1']);
    expect(reportOf((await own()).Ada_fast_1).chosen).toEqual(sampling);
  });

  test.each([
    [{ top_k: '25' }, { top_k: 25, temperature: null }],
    [{ temperature: '0.4' }, { top_k: null, temperature: 0.4 }],
    [
      { top_k: '1', temperature: '0' },
      { top_k: 1, temperature: 0 },
    ],
    [
      { top_k: '1000', temperature: '2' },
      { top_k: 1000, temperature: 2 },
    ],
  ])('with %j given, that is recorded and answered', async (given, sampling) => {
    const ids = idsOf(await me.madeSet('Ada'));
    const answer = await me.choose({ voice_id: ids.slow_3, ...given });
    expect(answer.json()).toEqual({ data: { voice_id: ids.slow_3, ...sampling } });
    expect(reportOf((await own()).Ada_slow_3).chosen).toEqual(sampling);
    const variant = await me.choose({ voice_id: ids['slow_3 variant'], ...given });
    expect(variant.json()).toEqual({
      data: { voice_id: ids.slow_3, ...sampling, top_k: sampling.top_k ?? 10 },
    });
  });

  test('what is no candidate cannot be chosen', async () => {
    const plain = await me.made('Plain');
    const single = await me.createAssisted({ voice_name: 'Single' });
    const ids = [plain, (single.json() as { data: { voice_id: string } }).data.voice_id];
    const before = await me.own();
    for (const voice_id of ids) {
      const answer = await me.choose({ voice_id });
      expect([answer.status, answer.json()]).toEqual([409, { detail: expect.stringContaining('candidate') }]);
      const variant = await me.choose({ voice_id: `${voice_id}_top_k_10` });
      expect([variant.status, variant.json()]).toEqual(INVALID);
    }
    expect(await me.own()).toEqual(before);
  });

  test('a variant that was not offered cannot be chosen', async () => {
    const ids = idsOf(await me.madeSet('Ada'));
    const answer = await me.choose({ voice_id: `${ids.slow_1}_top_k_10` });
    expect([answer.status, answer.json()]).toEqual(INVALID);
    expect(await selected()).toEqual([]);
  });

  test.each<[Record<string, string>, string, string]>([
    [{}, 'voice_id', 'missing'],
    [{ voice_id: 'x', top_k: '0' }, 'top_k', 'greater_than_equal'],
    [{ voice_id: 'x', top_k: '1001' }, 'top_k', 'less_than_equal'],
    [{ voice_id: 'x', top_k: '1.5' }, 'top_k', 'integer_type'],
    [{ voice_id: 'x', temperature: '-0.1' }, 'temperature', 'greater_than_equal'],
    [{ voice_id: 'x', temperature: '2.1' }, 'temperature', 'less_than_equal'],
    [{ voice_id: 'x', temperature: 'hot' }, 'temperature', 'number_type'],
  ])('%j is a 422 that points at %s', async (query, field, type) => {
    const answer = await me.choose(query);
    const detail = [{ loc: ['query', field], msg: expect.any(String), type }];
    expect([answer.status, answer.json()]).toEqual([422, { detail }]);
  });
});

describe('selected=true: choose another voice_id', () => {
  test('replaces the choice, as often as one likes', async () => {
    const set = await me.madeSet('Ada');
    const elsewhere = idsOf(await me.madeSet('Bob'));
    await me.choose({ voice_id: elsewhere.slow_6, top_k: '3' });
    const ids = idsOf(set);
    for (const [place, name] of [
      ['slow_6', 'Ada_slow_6'],
      ['slow_3 variant', 'Ada_slow_3'],
      ['fast_1', 'Ada_fast_1'],
      ['fast_1 variant', 'Ada_fast_1'],
      ['slow_3', 'Ada_slow_3'],
    ] as const) {
      expect((await me.choose({ voice_id: ids[place] })).status).toBe(200);
      // Another set keeps its own choice.
      expect((await selected()).sort()).toEqual([name, 'Bob_slow_6']);
      const { [name]: chosen, Bob_slow_6, ...others } = await own();
      expect(reportOf(chosen).chosen).toEqual({
        top_k: place.endsWith('variant') ? 10 : null,
        temperature: null,
      });
      expect(reportOf(Bob_slow_6).chosen).toEqual({ top_k: 3, temperature: null });
      for (const other of Object.values(others)) expect(reportOf(other).chosen).toBeNull();
    }
  });
});

describe('any candidate of a set: PATCH with candidates', () => {
  test('makes the set anew: names kept keep their ids, new ones are added, others deleted; none is chosen', async () => {
    const set = await me.madeSet('Ada', 'old', { voice_tags: 'warm' });
    const ids = idsOf(set);
    await me.choose({ voice_id: ids['slow_3 variant'] });
    const before = await own();
    giving({ ...SLOW_1, score: 0.95 }, { enhancer: 'external', sentences: [8, 9] }, SLOW_3, FAST_1);
    const answer = await me.updateAssisted(
      ids.slow_6,
      { candidates: 'true' },
      { voice_file: { file: 'new' } },
    );
    const anew = setIn(answer);
    expect(anew.set_id).toBe(set.set_id);
    const added = anew.candidates[2]?.candidate ?? '';
    expect(added).toMatch(UUID);
    expect(Object.values(ids)).not.toContain(added);
    expect(anew.candidates.map(({ rank, candidate }) => [rank, candidate])).toEqual([
      [1, ids.slow_1],
      [1, `${ids.slow_1}_top_k_10`],
      [2, added],
      [3, ids.slow_3],
      [4, ids.fast_1],
      [4, `${ids.fast_1}_top_k_10`],
    ]);
    const after = await own();
    expect(Object.keys(after).sort()).toEqual(['Ada_fast_1', 'Ada_slow_1', 'Ada_slow_3', 'Ada_slow_8']);
    expect(after.Ada_slow_8).toMatchObject({ id: added, tags: ['warm', `candidates:${set.set_id}`] });
    for (const voice of Object.values(after)) {
      expect(voice).toMatchObject({ assisted: true, selected: false });
      expect(reportOf(voice)).toMatchObject({
        chosen: null,
        offer: { set_id: set.set_id, name: voice.name },
      });
    }
    // The same voice in all but what it is spoken with, and what is said about that.
    for (const name of ['Ada_fast_1', 'Ada_slow_1', 'Ada_slow_3']) {
      const { updated_at: _, assisted_report: _2, selected: _3, ...kept } = before[name]!;
      expect(after[name]).toMatchObject(kept);
    }
    for (const { candidate, reference } of anew.candidates) {
      const passage = { enhancer: reference.enhancer, sentences: reference.sentences } as Passage;
      expect(await me.heard(candidate)).toBe(soundOf('new', passage));
    }
    for (const gone of [ids.slow_6, ids['slow_3 variant']]) {
      await expect(me.heard(gone)).rejects.toThrow('422');
      expect((await me.choose({ voice_id: gone })).status).toBe(404);
    }
  });

  test('takes the script, the language and the speed as POST does', async () => {
    const ids = idsOf(await me.madeSet('Ada', 'alt', { lang_code: 'de' }));
    const again = () => engine.takes.at(-1);
    await me.updateAssisted(ids.slow_3, { candidates: 'true' });
    expect(again()).toMatchObject({ lang: 'de', script: builtInScript('de'), fast: false, candidates: true });
    const query = {
      candidates: 'true',
      lang_code: 'en',
      script: 'One. Two.',
      fast: 'true',
      preview_text: '',
    };
    const { candidates } = setIn(await me.updateAssisted(ids.slow_3, query));
    expect(again()).toMatchObject({ lang: 'en', script: 'One. Two.', fast: true, candidates: true });
    expect(candidates.map(({ candidate, preview }) => [candidate, preview])).toEqual([
      [ids.fast_1, undefined],
      [ids['fast_1 variant'], undefined],
    ]);
    expect(await me.own()).toEqual([expect.objectContaining({ name: 'Ada_fast_1', lang_code: 'en' })]);
  });

  test('a candidate that was renamed keeps its new name, and its place', async () => {
    const ids = idsOf(await me.madeSet('Ada', 'old'));
    await me.update(ids.slow_1, { new_voice_name: 'My favourite', new_voice_tags: 'best' });
    await me.updateAssisted(ids.slow_3, { candidates: 'true' }, { voice_file: { file: 'new' } });
    const after = await own();
    expect(Object.keys(after).sort()).toEqual(['Ada_fast_1', 'Ada_slow_3', 'Ada_slow_6', 'My favourite']);
    expect(after['My favourite']).toMatchObject({ id: ids.slow_1, tags: ['best'], selected: false });
    expect(await me.heard(ids.slow_1)).toBe(soundOf('new', SLOW_1));
    // By another candidate or by itself, and over again.
    await me.updateAssisted(ids.slow_1, { candidates: 'true' }, { voice_file: { file: 'newer' } });
    expect((await own())['My favourite']).toMatchObject({ id: ids.slow_1 });
    expect(await me.heard(ids.slow_1)).toBe(soundOf('newer', SLOW_1));
  });

  test('new candidates carry the tag of the set, whatever became of the tags of the others', async () => {
    const set = await me.madeSet('Ada');
    const ids = idsOf(set);
    await me.update(ids.slow_3, { new_voice_tags: 'mine' });
    giving(SLOW_3, { enhancer: 'external', sentences: [8, 9] });
    await me.updateAssisted(ids.slow_3, { candidates: 'true' });
    const after = await own();
    expect(after.Ada_slow_3?.tags).toEqual(['mine']);
    expect(after.Ada_slow_8?.tags).toEqual(['mine', `candidates:${set.set_id}`]);
  });

  test('is refused for voices that were enrolled without', async () => {
    const plain = await me.made('Plain', 'x', { voice_tags: `candidates:1` });
    const single = await me.createAssisted({ voice_name: 'Single' });
    const ids = [plain, (single.json() as { data: { voice_id: string } }).data.voice_id];
    const before = await picture();
    engine.takes.length = 0;
    for (const id of ids) {
      const answer = await me.updateAssisted(id, { candidates: 'true' });
      expect([answer.status, answer.json()]).toEqual([
        409,
        { detail: expect.stringContaining('candidates') },
      ]);
    }
    expect(engine.takes).toEqual([]);
    expect(await picture()).toEqual(before);
  });

  test('a name that a voice outside the set has is refused, and everything stays as it was', async () => {
    const ids = idsOf(await me.madeSet('Ada', 'old'));
    await me.choose({ voice_id: ids.fast_1 });
    await me.made('Ada_slow_8');
    const before = await picture();
    giving(SLOW_1, { enhancer: 'external', sentences: [8, 9] });
    const answer = await me.updateAssisted(
      ids.slow_1,
      { candidates: 'true' },
      { voice_file: { file: 'new' } },
    );
    expect([answer.status, answer.json()]).toEqual([400, { detail: 'This voice name already exists' }]);
    expect(await picture()).toEqual(before);
  });
});

describe('any voice: PATCH with a recording that is rejected', () => {
  test.each<[string, Record<string, string>]>([
    ['as a voice', {}],
    ['with candidates', { candidates: 'true' }],
  ])('changes nothing, %s', async (_, query) => {
    const ids = idsOf(await me.madeSet('Ada', 'old'));
    await me.choose({ voice_id: ids['slow_3 variant'] });
    await me.made('Plain', 'plain');
    const before = await picture();
    engine.takeBehaviour = async () => {
      throw new EnrolmentError('Sentence 3 is missing', { fault: 'not_aligned' });
    };
    for (const id of [ids.slow_3, ids.fast_1]) {
      const answer = await me.updateAssisted(id, query, { voice_file: { file: 'new' } });
      expect([answer.status, answer.json()]).toEqual([400, { detail: 'Sentence 3 is missing' }]);
    }
    expect(await picture()).toEqual(before);
  });
});

describe('any candidate: PATCH without candidates', () => {
  test('replaces its reference alone: it stays the candidate that it is', async () => {
    const set = await me.madeSet('Ada', 'old');
    const ids = idsOf(set);
    await me.choose({ voice_id: ids['slow_3 variant'] });
    const before = await own();
    giving({ enhancer: 'own', sentences: [5, 6] });
    const answer = await me.updateAssisted(ids.slow_3, {}, { voice_file: { file: 'new' } });
    const reference = madeOf(engine.takes.at(-1)!, [{ enhancer: 'own', sentences: [5, 6] }])[0]?.report;
    const data = { voice_id: ids.slow_3, reference, preview: expect.any(String) };
    expect([answer.status, answer.json()]).toEqual([200, { data }]);
    expect(await own()).toEqual({
      ...before,
      Ada_slow_3: {
        ...before.Ada_slow_3,
        updated_at: expect.any(String),
        assisted_report: { ...reportOf(before.Ada_slow_3), reference },
      },
    });
    const sound = soundOf('new', { enhancer: 'own', sentences: [5, 6] });
    for (const id of [ids.slow_3, ids['slow_3 variant']]) expect(await me.heard(id)).toBe(sound);
    expect(await me.heard(ids.slow_1)).toBe(soundOf('old', SLOW_1));
    // Its set can be chosen from and made anew as before.
    await me.choose({ voice_id: ids.slow_1 });
    expect(await selected()).toEqual(['Ada_slow_1']);
    engine.takeBehaviour = null;
    const anew = setIn(await me.updateAssisted(ids.slow_3, { candidates: 'true' }));
    expect(idsOf(anew)).toEqual(ids);
  });
});

describe('DELETE', () => {
  test('takes candidates away one by one; the last one frees the name of the set', async () => {
    const set = await me.madeSet('Ada', 'old');
    const ids = idsOf(set);
    await me.choose({ voice_id: ids.slow_1 });
    for (const place of ['slow_1', 'slow_3', 'fast_1'] as const) {
      expect((await me.remove(ids[place])).status).toBe(200);
      expect((await me.choose({ voice_id: ids[place] })).status).toBe(404);
      await expect(me.heard(`${ids[place]}_top_k_10`)).rejects.toThrow('422');
    }
    expect(await selected()).toEqual([]);
    const taken = await me.createAssisted({ voice_name: 'Ada', candidates: 'true' });
    expect([taken.status, taken.json()]).toEqual([400, { detail: 'This voice name already exists' }]);
    expect((await me.choose({ voice_id: ids.slow_6 })).status).toBe(200);
    expect((await me.remove(ids.slow_6)).status).toBe(200);
    expect(await me.own()).toEqual([]);
    const again = await me.madeSet('Ada');
    expect(again.set_id).not.toBe(set.set_id);
  });

  test('a set that lost some of its candidates gets them back when it is made anew', async () => {
    const ids = idsOf(await me.madeSet('Ada', 'old'));
    await me.remove(ids.slow_3);
    await me.remove(ids.slow_6);
    const anew = idsOf(setIn(await me.updateAssisted(ids.fast_1, { candidates: 'true' })));
    expect([anew.fast_1, anew.slow_1]).toEqual([ids.fast_1, ids.slow_1]);
    expect([ids.slow_3, ids.slow_6]).not.toContain(anew.slow_3);
    expect(Object.keys(await own()).sort()).toEqual(['Ada_fast_1', 'Ada_slow_1', 'Ada_slow_3', 'Ada_slow_6']);
  });
});
