/** Candidates after a take, and speaking with them. */
import { describe, expect, test } from 'vitest';
import { builtInScript } from '../../cloning/index.ts';
import { EngineError } from '../../engine/index.ts';
import { AssistedSetup } from '../kit/assisted-setup.ts';
import { FAST_1, idsOf, reportOf, SLOW_1, SLOW_3, SLOW_6 } from '../kit/candidates.ts';
import { askToSpeak } from '../kit/clients/sse-client.ts';
import { setIn, type WireVoice } from '../kit/clients/voices-client.ts';
import { heardIn, madeOf, type Passage, soundOf } from '../kit/made-voices.ts';

const NOBODYS = '00000000-0000-4000-8000-000000000000';

const TOO_MUCH = 'The server is already synthesizing as much as it can in real time; try again shortly.';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const setup = new AssistedSetup();
const { engine } = setup;

describe('(new): POST with candidates', () => {
  test('offers one voice for each passage, best first, and the best of each enhancer also as a variant', async () => {
    const answer = await setup.me.createAssisted({
      voice_name: 'Ada',
      voice_tags: 'warm',
      candidates: 'true',
    });
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

  test('stores every voice, none of them chosen', async () => {
    const set = await setup.me.madeSet('Ada', 'a take', { voice_tags: 'warm' });
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
    const voices = await setup.own();
    expect(Object.keys(voices).sort()).toEqual(['Ada_fast_1', 'Ada_slow_1', 'Ada_slow_3', 'Ada_slow_6']);
    expect(voices.Ada_slow_3).toEqual(voice('slow_3', 1, true));
    expect(voices.Ada_fast_1).toEqual(voice('fast_1', 2, true));
    expect(voices.Ada_slow_1).toEqual(voice('slow_1', 3, false));
    expect(voices.Ada_slow_6).toEqual(voice('slow_6', 4, false));
  });

  test('has previews that sound like the voices', async () => {
    const { candidates } = await setup.me.madeSet('Ada', 'a take', { preview_text: 'Hello you.' });
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

  test('without the external enhancer all names are numbered by rank', async () => {
    const passage = (first: number): Passage => ({ enhancer: 'own', sentences: [first, first + 1] });
    setup.giving(passage(5), passage(2), passage(9));
    const { candidates } = await setup.me.madeSet('Ada', 'x', { fast: 'true' });
    expect(engine.takes[0]?.fast).toBe(true);
    expect(candidates.map(({ rank }) => rank)).toEqual([1, 1, 2, 3]);
    expect(await setup.me.ownNames()).toEqual(
      expect.arrayContaining(['Ada_fast_1', 'Ada_fast_2', 'Ada_fast_3']),
    );
    const { Ada_fast_1, Ada_fast_3 } = await setup.own();
    expect(reportOf(Ada_fast_1)).toMatchObject({ rank: 1, reference: { sentences: [5, 6] } });
    expect(reportOf(Ada_fast_3)).toMatchObject({ rank: 3, reference: { sentences: [9, 10] } });
  });

  test('without previews', async () => {
    const { candidates } = await setup.me.madeSet('Ada', 'x', { preview_text: '' });
    expect(candidates).toHaveLength(6);
    for (const entry of candidates) expect(Object.keys(entry)).toEqual(['rank', 'candidate', 'reference']);
    expect(engine.opened).toEqual([]);
  });

  test('a failed preview is omitted with the reason; the others are present', async () => {
    const failing = soundOf('a take', SLOW_1);
    engine.onOpen = ({ topK }, clone) => {
      const isVariant =
        topK === 10 && Buffer.from(clone?.codes ?? []).toString() === soundOf('a take', FAST_1);
      if (!isVariant && Buffer.from(clone?.codes ?? []).toString() !== failing) return undefined;
      throw new EngineError('speech_overloaded');
    };
    const { candidates } = await setup.me.madeSet('Ada');
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
      TOO_MUCH,
      TOO_MUCH,
      undefined,
    ]);
    const voices = await setup.own();
    expect(reportOf(voices.Ada_slow_1)).toMatchObject({
      reference: { preview_failed: TOO_MUCH },
    });
    expect(reportOf(voices.Ada_fast_1)).toMatchObject({
      variants: [{ top_k: null }, { top_k: 10, preview_failed: TOO_MUCH }],
    });
    expect(JSON.stringify(reportOf(voices.Ada_slow_3))).not.toContain('preview_failed');
    // It can still be chosen and spoken with.
    expect((await setup.me.choose({ voice_id: candidates[4]?.candidate ?? '' })).status).toBe(200);
    engine.onOpen = null;
    expect(await setup.me.heard(candidates[4]?.candidate ?? '')).toBe(failing);
  });
});

describe('speaking with candidates', () => {
  test('a variant is the same voice with its own sampling', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada'));
    engine.opened.length = 0;
    expect(await setup.me.heard(ids.slow_3)).toBe(soundOf('a take', SLOW_3));
    expect(await setup.me.heard(ids['slow_3 variant'])).toBe(soundOf('a take', SLOW_3));
    const asked = engine.opened.map(({ clone, settings }) => [clone?.id, clone?.topK, settings.topK]);
    expect(asked).toEqual([
      [ids.slow_3, undefined, null],
      [ids.slow_3, 10, null],
    ]);
  });

  test('a variant that was not offered is unknown, and plain voices have none', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada'));
    const plain = await setup.me.made('Plain');
    for (const id of [
      `${ids.slow_1}_top_k_10`,
      `${ids.slow_3}_top_k_11`,
      `${ids['slow_3 variant']}_top_k_10`,
    ]) {
      await expect(setup.me.heard(id)).rejects.toThrow('422');
    }
    await expect(setup.me.heard(`${plain}_top_k_10`)).rejects.toThrow('422');
    const other = await setup.newOwner();
    const answer = await askToSpeak(
      setup.server,
      { text: 'Hi.', voice_id: ids['slow_3 variant'] },
      { headers: { 'x-api-key': other.key } },
    );
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body', 'voice_id'], type: 'voice_unknown' }] });
  });

  test('a variant is listed and read like a candidate, and the choice is stored with the candidate', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada'));
    const id = ids['slow_3 variant'];
    const variants = async () => (await setup.me.list()).filter(({ variant_of }) => variant_of !== undefined);
    expect((await variants()).map((one) => [one.voice_id, one.name, one.variant_of]).sort()).toEqual(
      [
        [id, 'Ada_slow_3_top_k_10', ids.slow_3],
        [ids['fast_1 variant'], 'Ada_fast_1_top_k_10', ids.fast_1],
      ].sort(),
    );
    const { voice } = ((await setup.me.read(id)).json() as { data: { voice: WireVoice } }).data;
    const base = (await setup.me.list()).find(({ voice_id }) => voice_id === ids.slow_3);
    const own = { id, voice_id: id, name: 'Ada_slow_3_top_k_10', voice_name: 'Ada_slow_3_top_k_10' };
    expect(voice).toEqual({ ...base, ...own, variant_of: ids.slow_3 });
    expect((await setup.me.choose({ voice_id: id })).status).toBe(200);
    const chosen = (await setup.me.list()).filter(({ selected }) => selected);
    expect(chosen.map(({ voice_id }) => voice_id)).toEqual([ids.slow_3]);
    const other = await setup.newOwner();
    expect((await other.read(id)).status).toBe(404);
    expect((await other.remove(id)).status).toBe(404);
  });

  test('a variant is changed with its candidate, and not by itself', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada'));
    const id = ids['slow_3 variant'];
    const before = await setup.picture();
    const answers = [
      await setup.me.update(id, { new_voice_name: 'x' }),
      await setup.me.updateAssisted(id),
      await setup.me.updateAssisted(id, { candidates: 'true' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(answers[0]?.json()).toEqual({ detail: expect.stringContaining(ids.slow_3) });
    expect(await setup.picture()).toEqual(before);
    for (const nobodys of [`${ids.slow_1}_top_k_10`, `${NOBODYS}_top_k_10`]) {
      expect((await setup.me.read(nobodys)).status).toBe(404);
      expect((await setup.me.update(nobodys, { new_voice_name: 'x' })).status).toBe(404);
      expect((await setup.me.remove(nobodys)).status).toBe(404);
    }
    await setup.me.update(ids.slow_3, { new_voice_name: 'Ada' });
    expect((await setup.me.list()).map(({ name }) => name)).toContain('Ada_top_k_10');
  });

  test('a variant can be withdrawn, and is deleted with its candidate', async () => {
    const ids = idsOf(await setup.me.madeSet('Ada'));
    const listed = async () => (await setup.me.list()).map(({ voice_id }) => voice_id);
    const variant = ids['slow_3 variant'];
    expect((await setup.me.remove(variant)).status).toBe(200);
    expect((await setup.me.remove(variant)).status).toBe(404);
    expect(await listed()).not.toContain(variant);
    expect(await listed()).toContain(ids.slow_3);
    await expect(setup.me.heard(variant)).rejects.toThrow('422');
    expect(await setup.me.heard(ids.slow_3)).toBe(soundOf('a take', SLOW_3));
    expect((await setup.me.remove(ids.fast_1)).status).toBe(200);
    expect(await listed()).not.toContain(ids['fast_1 variant']);
  });
});
