/** Assisted cloning: scripts to be read, and the voice that is learned from a take. */
import { describe, expect, test } from 'vitest';
import { SCRIPT_LANGUAGES } from '../../cloning/enrolment/assisted/script/built-in.ts';
import { builtInScript, previewText } from '../../cloning/index.ts';
import { EngineError } from '../../engine/index.ts';
import { AssistedSetup } from '../kit/assisted-setup.ts';
import { ask } from '../kit/clients/sse-client.ts';
import { heardIn, madeOf, soundOf } from '../kit/made-voices.ts';

/** It is supported, and has no built-in script. */
const UNSCRIPTED = 'pl';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const setup = new AssistedSetup({ lang: UNSCRIPTED });
const { engine } = setup;
let voices = 0;

describe('GET /voices/assisted/script', () => {
  test.each([{}, { lang_code: '' }, { lang_code: 'en' }])('is English for %j', async (query) => {
    const answer = await setup.me.script(query);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { data: { lang_code: 'en', script: builtInScript('en') } },
    ]);
  });

  test.each(SCRIPT_LANGUAGES)('there is a script in %s', async (lang_code) => {
    const script = builtInScript(lang_code);
    expect((await setup.me.script({ lang_code })).json()).toEqual({ data: { lang_code, script } });
    expect(script?.length).toBeGreaterThan(100);
  });

  test.each([
    ['xx', 'language_unsupported'],
    ['x'.repeat(36), 'string_too_long'],
  ])('there is none in %s', async (lang_code, type) => {
    const answer = await setup.me.script({ lang_code });
    expect([answer.status, answer.json()]).toEqual([
      422,
      { detail: [{ loc: ['query', 'lang_code'], msg: expect.any(String), type }] },
    ]);
  });

  test('asks for credentials', async () => {
    expect((await ask(setup.server, { path: '/voices/assisted/script' })).status).toBe(401);
  });
});

describe('POST /voices/assisted', () => {
  test('creates a voice from a take, with a preview', async () => {
    const answer = await setup.me.createAssisted(
      {
        voice_name: '  My voice ',
        voice_tags: 'warm, low,,warm',
        lang_code: 'de',
        script: ' Eins. Zwei. ',
        preview_text: 'Hallo.',
      },
      { voice_file: { file: 'a take' }, voice_tags: 'family,low' },
    );
    const [made] = madeOf(engine.takes[0]!);
    const reference = made?.report;
    const data = { voice_id: expect.stringMatching(UUID), reference, preview: expect.any(String) };
    expect([answer.status, answer.json()]).toEqual([200, { data }]);
    expect(reference).toMatchObject({
      enhancer: 'external',
      start_ms: 15_000,
      end_ms: 24_000,
      sentences: [3, 4],
    });

    expect(engine.takes).toHaveLength(1);
    const { audio, ...asked } = engine.takes[0]!;
    expect(Buffer.from(audio).toString()).toBe('a take');
    expect(asked).toEqual({ lang: 'de', script: 'Eins. Zwei.', fast: false, candidates: false });

    const { voice_id, preview } = (answer.json() as { data: { voice_id: string; preview: string } }).data;
    expect(heardIn(preview)).toBe(soundOf('a take', { enhancer: 'external', sentences: [3, 4] }));
    expect(engine.opened.map(({ settings, texts }) => [settings.lang, settings.topK, texts])).toEqual([
      ['de', null, ['Hallo.']],
    ]);
    const [voice] = await setup.me.own();
    expect(voice).toMatchObject({
      id: voice_id,
      name: 'My voice',
      tags: ['warm', 'low', 'family'],
      lang_code: 'de',
      type: 'Cloned',
      assisted: true,
      selected: false,
      assisted_report: { reference },
    });
    expect(voice?.assisted_report).toEqual({ reference });
  });

  test('absent or empty fields have their defaults', async () => {
    const none = { lang_code: '', script: '', voice_tags: '', fast: '', candidates: '' };
    for (const query of [{}, none]) {
      const answer = await setup.me.createAssisted({ voice_name: `Voice ${voices++}`, ...query });
      expect(answer.status).toBe(200);
      const { audio: _, ...asked } = engine.takes.at(-1)!;
      expect(asked).toEqual({ lang: 'en', script: builtInScript('en'), fast: false, candidates: false });
      expect(engine.opened.at(-1)?.texts).toEqual([previewText('en')]);
      expect((await setup.me.own()).at(-1)?.tags).toEqual([]);
    }
  });

  test('the script of a language is used unless another one is sent, in the query or in the form', async () => {
    const scripts = async (query: Record<string, string>, form: Record<string, string>) => {
      const fields = { voice_file: { file: 'x' }, ...form };
      const answer = await setup.me.createAssisted({ voice_name: `Voice ${voices++}`, ...query }, fields);
      return answer.status === 200 ? engine.takes.at(-1)?.script : answer.json();
    };
    expect(await scripts({ lang_code: 'de' }, {})).toBe(builtInScript('de'));
    expect(await scripts({}, { script: 'From the form.' })).toBe('From the form.');
    expect(await scripts({ script: 'From the query.' }, { script: 'From the form.' })).toBe(
      'From the query.',
    );
    expect(await scripts({ script: ' ' }, { script: 'From the form.' })).toBe('From the form.');
    expect(await scripts({ lang_code: UNSCRIPTED, script: 'Raz. Dwa.' }, {})).toBe('Raz. Dwa.');
    expect(await scripts({ lang_code: UNSCRIPTED }, {})).toEqual({
      detail: [
        { loc: ['query', 'script'], msg: expect.stringContaining(`"${UNSCRIPTED}"`), type: 'missing' },
      ],
    });
  });

  test.each([
    ['true', true],
    ['1', true],
    ['True', true],
    ['false', false],
    ['0', false],
  ])('`fast` may be %s', async (fast, wanted) => {
    const answer = await setup.me.createAssisted({ voice_name: 'Mine', fast });
    expect(answer.json()).toMatchObject({ data: { reference: { enhancer: wanted ? 'own' : 'external' } } });
    expect(engine.takes.map((take) => take.fast)).toEqual([wanted]);
  });

  describe('a preview', () => {
    test.each<[Record<string, string>, Record<string, string>, string]>([
      [{}, {}, previewText('en')],
      [{ preview_text: 'Hello you.' }, {}, 'Hello you.'],
      [{}, { preview_text: 'Hello you.' }, 'Hello you.'],
      [{ preview_text: 'Hello you.' }, { preview_text: 'Not setup.me.' }, 'Hello you.'],
    ])('of %j and %j says %j', async (query, form, text) => {
      const fields = { voice_file: { file: 'x' }, ...form };
      const answer = await setup.me.createAssisted({ voice_name: 'Mine', ...query }, fields);
      expect(answer.json()).toMatchObject({ data: { preview: expect.stringMatching(/^[\w+/]+=*$/) } });
      expect(engine.opened.map(({ texts }) => texts)).toEqual([[text]]);
    });

    test.each<[Record<string, string>, Record<string, string>]>([
      [{ preview_text: '' }, {}],
      [{ preview_text: ' ' }, {}],
      [{}, { preview_text: '' }],
    ])('is left out with an empty text (%j, %j)', async (query, form) => {
      const fields = { voice_file: { file: 'x' }, ...form };
      const answer = await setup.me.createAssisted({ voice_name: 'Mine', ...query }, fields);
      const [made] = madeOf(engine.takes[0]!);
      const data = { voice_id: expect.any(String), reference: made?.report };
      expect([answer.status, answer.json()]).toEqual([200, { data }]);
      expect(engine.opened).toEqual([]);
    });

    test('that cannot be spoken is omitted, and the report says why', async () => {
      engine.onOpen = () => {
        throw new EngineError('phoneme_unclosed', { span: { start: 3, end: 5 } });
      };
      const answer = await setup.me.createAssisted({ voice_name: 'Mine', preview_text: '<phoneme:x' });
      const [made] = madeOf(engine.takes[0]!);
      const reference = {
        ...made?.report,
        preview_failed: 'The phoneme tag is not closed with ">" (at character 3)',
      };
      const data = { voice_id: expect.any(String), reference };
      expect([answer.status, answer.json()]).toEqual([200, { data }]);
      expect((await setup.me.own())[0]?.assisted_report).toEqual({ reference });
    });

    test('that fails internally reveals no details', async () => {
      engine.onOpen = () => {
        throw new Error('/home/someone/secret');
      };
      const answer = await setup.me.createAssisted({ voice_name: 'Mine' });
      expect(answer.json()).toMatchObject({
        data: { reference: { preview_failed: 'Internal Server Error' } },
      });
    });
  });
});

describe('PATCH /voices/{voice_id}/assisted', () => {
  test('learns a voice again: its name, tags and id stay', async () => {
    const id = await setup.me.made('Plain', 'old', {
      lang_code: 'de',
      transcript: 'Hallo',
      voice_tags: 'warm',
    });
    const query = { preview_text: 'Da bin ich.', fast: 'true' };
    const answer = await setup.me.updateAssisted(id, query, {
      voice_file: { file: 'new' },
      voice_tags: 'cold',
    });
    const [take] = engine.takes;
    expect(take).toMatchObject({ lang: 'de', script: builtInScript('de'), fast: true, candidates: false });
    const [made] = madeOf(take!);
    const data = { voice_id: id, reference: made?.report, preview: expect.any(String) };
    expect([answer.status, answer.json()]).toEqual([200, { data }]);
    const sound = soundOf('new', { enhancer: 'own', sentences: [3, 4] });
    expect(heardIn((answer.json() as { data: { preview: string } }).data.preview)).toBe(sound);
    expect(await setup.me.own()).toEqual([
      expect.objectContaining({
        id,
        name: 'Plain',
        tags: ['warm'],
        lang_code: 'de',
        assisted: true,
        selected: false,
        assisted_report: { reference: made?.report },
      }),
    ]);
    expect(await setup.me.heard(id, 'de')).toBe(sound);
  });

  test('in another language: the voice speaks that one afterwards', async () => {
    const id = await setup.me.made('Plain', 'old', { lang_code: 'de', transcript: 'Hallo' });
    expect((await setup.me.updateAssisted(id, { lang_code: 'en' })).status).toBe(200);
    expect(engine.takes[0]).toMatchObject({ lang: 'en', script: builtInScript('en') });
    expect(engine.opened[0]?.texts).toEqual([previewText('en')]);
    expect((await setup.me.own())[0]?.lang_code).toBe('en');
  });

  test('repeatedly: the last take is used', async () => {
    const { voice_id } = (
      (await setup.me.createAssisted({ voice_name: 'Mine' })).json() as { data: { voice_id: string } }
    ).data;
    for (const recording of ['one', 'two', 'three']) {
      await setup.me.updateAssisted(voice_id, { fast: 'true' }, { voice_file: { file: recording } });
      expect(await setup.me.heard(voice_id)).toBe(soundOf(recording, { enhancer: 'own', sentences: [3, 4] }));
    }
    expect(await setup.me.ownNames()).toEqual(['Mine']);
  });
});
