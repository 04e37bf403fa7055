/** The rows of the state table of candidates: chosen, replaced, learned again, deleted. */
import { describe, expect, test } from 'vitest';
import { builtInScript } from '../../cloning/index.ts';
import { EngineError } from '../../engine/index.ts';
import { AssistedSetup } from '../kit/assisted-setup.ts';
import { FAST_1, idsOf, reportOf, SLOW_1, SLOW_3 } from '../kit/candidates.ts';
import { setIn } from '../kit/clients/voices-client.ts';
import { madeOf, type Passage, soundOf } from '../kit/made-voices.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INVALID = [404, { detail: 'Provided `voice_id` is invalid' }];
const setup = new AssistedSetup();
const { engine } = setup;

describe('selected=false: choose', () => {
  test('chooses one; no reference changes', async () => {
    const set = await setup.me.madeSet('Ada');
    const ids = idsOf(set);
    const before = await setup.own();
    const answer = await setup.me.choose({ voice_id: ids.slow_1 });
    const sampling = { top_k: null, temperature: null };
    expect([answer.status, answer.json()]).toEqual([200, { data: { voice_id: ids.slow_1, ...sampling } }]);
    const after = await setup.own();
    expect(after.Ada_slow_1).toEqual({
      ...before.Ada_slow_1,
      selected: true,
      updated_at: expect.any(String),
      assisted_report: { ...reportOf(before.Ada_slow_1), chosen: sampling },
    });
    const { Ada_slow_1: _, ...others } = after;
    expect(others).toEqual({ ...before, Ada_slow_1: undefined });
    expect(await setup.me.heard(ids.slow_1)).toBe(soundOf('a take', SLOW_1));
  });

  test('a variant: its voice is chosen, with the sampling of the preview', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada'));
    const answer = await setup.me.choose({ voice_id: ids['fast_1 variant'] });
    const sampling = { top_k: 10, temperature: null };
    expect([answer.status, answer.json()]).toEqual([200, { data: { voice_id: ids.fast_1, ...sampling } }]);
    expect(await setup.selected()).toEqual(['Ada_fast_1']);
    expect(reportOf((await setup.own()).Ada_fast_1).chosen).toEqual(sampling);
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
    const ids = idsOf(await setup.me.madeSet('Ada'));
    const answer = await setup.me.choose({ voice_id: ids.slow_3, ...given });
    expect(answer.json()).toEqual({ data: { voice_id: ids.slow_3, ...sampling } });
    expect(reportOf((await setup.own()).Ada_slow_3).chosen).toEqual(sampling);
    const variant = await setup.me.choose({ voice_id: ids['slow_3 variant'], ...given });
    expect(variant.json()).toEqual({
      data: { voice_id: ids.slow_3, ...sampling, top_k: sampling.top_k ?? 10 },
    });
  });

  test('only candidates can be chosen', async () => {
    const plain = await setup.me.made('Plain');
    const single = await setup.me.createAssisted({ voice_name: 'Single' });
    const ids = [plain, (single.json() as { data: { voice_id: string } }).data.voice_id];
    const before = await setup.me.own();
    for (const voice_id of ids) {
      const answer = await setup.me.choose({ voice_id });
      expect([answer.status, answer.json()]).toEqual([409, { detail: expect.stringContaining('candidate') }]);
      const variant = await setup.me.choose({ voice_id: `${voice_id}_top_k_10` });
      expect([variant.status, variant.json()]).toEqual(INVALID);
    }
    expect(await setup.me.own()).toEqual(before);
  });

  test('a variant that was not offered cannot be chosen', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada'));
    const answer = await setup.me.choose({ voice_id: `${ids.slow_1}_top_k_10` });
    expect([answer.status, answer.json()]).toEqual(INVALID);
    expect(await setup.selected()).toEqual([]);
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
    const answer = await setup.me.choose(query);
    const detail = [{ loc: ['query', field], msg: expect.any(String), type }];
    expect([answer.status, answer.json()]).toEqual([422, { detail }]);
  });
});

describe('selected=true: choose another voice_id', () => {
  test('replaces the choice, any number of times', async () => {
    const set = await setup.me.madeSet('Ada');
    const elsewhere = idsOf(await setup.me.madeSet('Bob'));
    await setup.me.choose({ voice_id: elsewhere.slow_6, top_k: '3' });
    const ids = idsOf(set);
    for (const [place, name] of [
      ['slow_6', 'Ada_slow_6'],
      ['slow_3 variant', 'Ada_slow_3'],
      ['fast_1', 'Ada_fast_1'],
      ['fast_1 variant', 'Ada_fast_1'],
      ['slow_3', 'Ada_slow_3'],
    ] as const) {
      expect((await setup.me.choose({ voice_id: ids[place] })).status).toBe(200);
      // Another set keeps its own choice.
      expect((await setup.selected()).sort()).toEqual([name, 'Bob_slow_6']);
      const { [name]: chosen, Bob_slow_6, ...others } = await setup.own();
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
  test('replaces the set: equal names keep their ids, new ones are added, others deleted; none is chosen', async () => {
    const set = await setup.me.madeSet('Ada', 'old', { voice_tags: 'warm' });
    const ids = idsOf(set);
    await setup.me.choose({ voice_id: ids['slow_3 variant'] });
    const before = await setup.own();
    setup.giving({ ...SLOW_1, score: 0.95 }, { enhancer: 'external', sentences: [8, 9] }, SLOW_3, FAST_1);
    const answer = await setup.me.updateAssisted(
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
    const after = await setup.own();
    expect(Object.keys(after).sort()).toEqual(['Ada_fast_1', 'Ada_slow_1', 'Ada_slow_3', 'Ada_slow_8']);
    expect(after.Ada_slow_8).toMatchObject({ id: added, tags: ['warm', `candidates:${set.set_id}`] });
    for (const voice of Object.values(after)) {
      expect(voice).toMatchObject({ assisted: true, selected: false });
      expect(reportOf(voice)).toMatchObject({
        chosen: null,
        offer: { set_id: set.set_id, name: voice.name },
      });
    }
    // The same voice except for its reference and its report.
    for (const name of ['Ada_fast_1', 'Ada_slow_1', 'Ada_slow_3']) {
      const { updated_at: _, assisted_report: _2, selected: _3, ...kept } = before[name]!;
      expect(after[name]).toMatchObject(kept);
    }
    for (const { candidate, reference } of anew.candidates) {
      const passage = { enhancer: reference.enhancer, sentences: reference.sentences } as Passage;
      expect(await setup.me.heard(candidate)).toBe(soundOf('new', passage));
    }
    for (const gone of [ids.slow_6, ids['slow_3 variant']]) {
      await expect(setup.me.heard(gone)).rejects.toThrow('422');
      expect((await setup.me.choose({ voice_id: gone })).status).toBe(404);
    }
  });

  test('accepts the script, the language and the speed like POST', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada', 'alt', { lang_code: 'de' }));
    const again = () => engine.takes.at(-1);
    await setup.me.updateAssisted(ids.slow_3, { candidates: 'true' });
    expect(again()).toMatchObject({ lang: 'de', script: builtInScript('de'), fast: false, candidates: true });
    const query = {
      candidates: 'true',
      lang_code: 'en',
      script: 'One. Two.',
      fast: 'true',
      preview_text: '',
    };
    const { candidates } = setIn(await setup.me.updateAssisted(ids.slow_3, query));
    expect(again()).toMatchObject({ lang: 'en', script: 'One. Two.', fast: true, candidates: true });
    expect(candidates.map(({ candidate, preview }) => [candidate, preview])).toEqual([
      [ids.fast_1, undefined],
      [ids['fast_1 variant'], undefined],
    ]);
    expect(await setup.me.own()).toEqual([expect.objectContaining({ name: 'Ada_fast_1', lang_code: 'en' })]);
  });

  test('a renamed candidate keeps its new name, and its place', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada', 'old'));
    await setup.me.update(ids.slow_1, { new_voice_name: 'My favourite', new_voice_tags: 'best' });
    await setup.me.updateAssisted(ids.slow_3, { candidates: 'true' }, { voice_file: { file: 'new' } });
    const after = await setup.own();
    expect(Object.keys(after).sort()).toEqual(['Ada_fast_1', 'Ada_slow_3', 'Ada_slow_6', 'My favourite']);
    expect(after['My favourite']).toMatchObject({ id: ids.slow_1, tags: ['best'], selected: false });
    expect(await setup.me.heard(ids.slow_1)).toBe(soundOf('new', SLOW_1));
    // By another candidate or by itself, repeatedly.
    await setup.me.updateAssisted(ids.slow_1, { candidates: 'true' }, { voice_file: { file: 'newer' } });
    expect((await setup.own())['My favourite']).toMatchObject({ id: ids.slow_1 });
    expect(await setup.me.heard(ids.slow_1)).toBe(soundOf('newer', SLOW_1));
  });

  test('new candidates have the tag of the set, even if it was removed from others', async () => {
    const set = await setup.me.madeSet('Ada');
    const ids = idsOf(set);
    await setup.me.update(ids.slow_3, { new_voice_tags: 'mine' });
    setup.giving(SLOW_3, { enhancer: 'external', sentences: [8, 9] });
    await setup.me.updateAssisted(ids.slow_3, { candidates: 'true' });
    const after = await setup.own();
    expect(after.Ada_slow_3?.tags).toEqual(['mine']);
    expect(after.Ada_slow_8?.tags).toEqual(['mine', `candidates:${set.set_id}`]);
  });

  test('is refused for voices that were enrolled without candidates', async () => {
    const plain = await setup.me.made('Plain', 'x', { voice_tags: `candidates:1` });
    const single = await setup.me.createAssisted({ voice_name: 'Single' });
    const ids = [plain, (single.json() as { data: { voice_id: string } }).data.voice_id];
    const before = await setup.picture();
    engine.takes.length = 0;
    for (const id of ids) {
      const answer = await setup.me.updateAssisted(id, { candidates: 'true' });
      expect([answer.status, answer.json()]).toEqual([
        409,
        { detail: expect.stringContaining('candidates') },
      ]);
    }
    expect(engine.takes).toEqual([]);
    expect(await setup.picture()).toEqual(before);
  });

  test('a name of a voice outside the set is refused, and nothing changes', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada', 'old'));
    await setup.me.choose({ voice_id: ids.fast_1 });
    await setup.me.made('Ada_slow_8');
    const before = await setup.picture();
    setup.giving(SLOW_1, { enhancer: 'external', sentences: [8, 9] });
    const answer = await setup.me.updateAssisted(
      ids.slow_1,
      { candidates: 'true' },
      { voice_file: { file: 'new' } },
    );
    expect([answer.status, answer.json()]).toEqual([400, { detail: 'This voice name already exists' }]);
    expect(await setup.picture()).toEqual(before);
  });
});

describe('any voice: PATCH with a recording that is rejected', () => {
  test.each<[string, Record<string, string>]>([
    ['as a voice', {}],
    ['with candidates', { candidates: 'true' }],
  ])('changes nothing, %s', async (_, query) => {
    const ids = idsOf(await setup.me.madeSet('Ada', 'old'));
    await setup.me.choose({ voice_id: ids['slow_3 variant'] });
    await setup.me.made('Plain', 'plain');
    const before = await setup.picture();
    engine.takeBehaviour = async () => {
      throw new EngineError('recording_silent');
    };
    for (const id of [ids.slow_3, ids.fast_1]) {
      const answer = await setup.me.updateAssisted(id, query, { voice_file: { file: 'new' } });
      expect([answer.status, answer.json()]).toEqual([
        400,
        {
          detail: 'The recording is silent; check that the right microphone is selected and not muted',
        },
      ]);
    }
    expect(await setup.picture()).toEqual(before);
  });
});

describe('any candidate: PATCH without candidates', () => {
  test('replaces only its reference: it stays a candidate', async () => {
    const set = await setup.me.madeSet('Ada', 'old');
    const ids = idsOf(set);
    await setup.me.choose({ voice_id: ids['slow_3 variant'] });
    const before = await setup.own();
    setup.giving({ enhancer: 'own', sentences: [5, 6] });
    const answer = await setup.me.updateAssisted(ids.slow_3, {}, { voice_file: { file: 'new' } });
    const reference = madeOf(engine.takes.at(-1)!, [{ enhancer: 'own', sentences: [5, 6] }])[0]?.report;
    const data = { voice_id: ids.slow_3, reference, preview: expect.any(String) };
    expect([answer.status, answer.json()]).toEqual([200, { data }]);
    expect(await setup.own()).toEqual({
      ...before,
      Ada_slow_3: {
        ...before.Ada_slow_3,
        updated_at: expect.any(String),
        assisted_report: { ...reportOf(before.Ada_slow_3), reference },
      },
    });
    const sound = soundOf('new', { enhancer: 'own', sentences: [5, 6] });
    for (const id of [ids.slow_3, ids['slow_3 variant']]) expect(await setup.me.heard(id)).toBe(sound);
    expect(await setup.me.heard(ids.slow_1)).toBe(soundOf('old', SLOW_1));
    // Its set can still be replaced, and its candidates can be chosen.
    await setup.me.choose({ voice_id: ids.slow_1 });
    expect(await setup.selected()).toEqual(['Ada_slow_1']);
    engine.takeBehaviour = null;
    const anew = setIn(await setup.me.updateAssisted(ids.slow_3, { candidates: 'true' }));
    expect(idsOf(anew)).toEqual(ids);
  });
});

describe('DELETE', () => {
  test('deletes candidates one by one; the last one frees the name of the set', async () => {
    const set = await setup.me.madeSet('Ada', 'old');
    const ids = idsOf(set);
    await setup.me.choose({ voice_id: ids.slow_1 });
    for (const place of ['slow_1', 'slow_3', 'fast_1'] as const) {
      expect((await setup.me.remove(ids[place])).status).toBe(200);
      expect((await setup.me.choose({ voice_id: ids[place] })).status).toBe(404);
      await expect(setup.me.heard(`${ids[place]}_top_k_10`)).rejects.toThrow('422');
    }
    expect(await setup.selected()).toEqual([]);
    const taken = await setup.me.createAssisted({ voice_name: 'Ada', candidates: 'true' });
    expect([taken.status, taken.json()]).toEqual([400, { detail: 'This voice name already exists' }]);
    expect((await setup.me.choose({ voice_id: ids.slow_6 })).status).toBe(200);
    expect((await setup.me.remove(ids.slow_6)).status).toBe(200);
    expect(await setup.me.own()).toEqual([]);
    const again = await setup.me.madeSet('Ada');
    expect(again.set_id).not.toBe(set.set_id);
  });

  test('a set with deleted candidates gets them back when it is replaced', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada', 'old'));
    await setup.me.remove(ids.slow_3);
    await setup.me.remove(ids.slow_6);
    const anew = idsOf(setIn(await setup.me.updateAssisted(ids.fast_1, { candidates: 'true' })));
    expect([anew.fast_1, anew.slow_1]).toEqual([ids.fast_1, ids.slow_1]);
    expect([ids.slow_3, ids.slow_6]).not.toContain(anew.slow_3);
    expect(Object.keys(await setup.own()).sort()).toEqual([
      'Ada_fast_1',
      'Ada_slow_1',
      'Ada_slow_3',
      'Ada_slow_6',
    ]);
  });
});
