import { describe, expect, test } from 'vitest';
import { HIBARI } from '../../model-files/hibari-files.ts';
import { KOKORO_STYLES } from '../../model-files/kokoro-files.ts';
import { JOE_VOICE } from '../../model-files/manifest.ts';
import { parsePiperConfig } from '../../model-files/piper-config.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { hibariVoices } from '../synthesis/families/hibari/voices.ts';
import { kokoroVoices } from '../synthesis/families/kokoro/voices.ts';
import { vitsVoices } from '../synthesis/families/vits/voices.ts';
import type { DefaultVoices } from '../types.ts';
import { Catalog } from './catalog.ts';
import { MOST_CORES, type VoiceCost } from './default-voices.ts';

const JOE = {
  id: JOE_VOICE,
  onnxPath: '/none/joe.onnx',
  configPath: '/none/joe.onnx.json',
  config: parsePiperConfig({
    audio: { sample_rate: 22_050 },
    espeak: { voice: 'en-us' },
    language: { code: 'en_US' },
    num_speakers: 1,
    num_symbols: 3,
    phoneme_id_map: { _: [0], '^': [1], $: [2] },
  }),
};
const KOKORO = {
  modelPath: '/kokoro/kokoro.onnx',
  stylePaths: new Map(KOKORO_STYLES.map(({ name }) => [name.slice(0, -4), `/kokoro/${name}`])),
};

const HEART = HIBARI.slice(0, 1).map((voice) => ({ ...voice, modelPath: '/hibari/heart.onnx' }));

/** The catalogue of a fresh server, without hibari. */
function catalogAt(cores: number, choice: Partial<DefaultVoices> = {}, isMeasured = true): Catalog {
  const naturalCost: VoiceCost = { cores, isMeasured };
  return new Catalog([vitsVoices([JOE]), kokoroVoices(KOKORO)], {
    preference: 'auto',
    byLanguage: {},
    ...choice,
    naturalCost,
  });
}

const defaultOf = (catalog: Catalog, code: string) => catalog.defaultFor(code)?.voice;

describe('on a machine with room to spare', () => {
  const catalog = catalogAt(MOST_CORES.toSpare);

  test.each([
    ['en', 'kokoro-af_heart'],
    ['en-us', 'kokoro-af_heart'],
    ['en_GB', 'kokoro-bf_emma'],
    ['es', 'kokoro-ef_dora'],
    ['fr', 'kokoro-ff_siwis'],
    ['hi', 'kokoro-hf_alpha'],
    ['it', 'kokoro-if_sara'],
    ['pt', 'kokoro-pf_dora'],
    ['pt-br', 'kokoro-pf_dora'],
    ['de', 'espeak-de'],
  ])('%s is spoken by %s', (code, id) => {
    expect(defaultOf(catalog, code)?.id).toBe(id);
  });

  test('a client that names the voice of the wire format still gets it', () => {
    expect(catalog.get(DEFAULT_VOICE_ID)).toMatchObject({ voice: { name: 'Joe', engine: 'vits' } });
  });

  test('the default of every language comes before its other voices', () => {
    for (const code of ['en', 'en-us', 'en-gb', 'es', 'pt-br', 'de']) {
      const [first] = catalog.entries.filter(({ voice }) => voice.langs.includes(code));
      expect(first?.voice.id, code).toBe(defaultOf(catalog, code)?.id);
      expect(defaultOf(catalog, code)?.defaultFor, code).toContain(code);
    }
    expect(catalog.everyone()).toHaveLength(catalog.entries.length);
  });

  test('a voice says that it is a default one and why, and others say nothing of it', () => {
    expect(catalog.get('kokoro-af_heart')?.voice).toMatchObject({
      defaultFor: ['en', 'en-us'],
      defaultReason: expect.stringContaining('0.50 of a core (measured): real time with room to spare'),
    });
    expect(catalog.get('kokoro-am_adam')?.voice.defaultFor).toBeUndefined();
  });
});

describe('on a slower machine', () => {
  test('it speaks in place of a robot, and of Joe, whose terms are less clear', () => {
    const catalog = catalogAt(MOST_CORES.oneListener, {}, false);
    expect(defaultOf(catalog, 'en')).toMatchObject({
      id: 'kokoro-af_heart',
      defaultReason:
        'the natural voice whose terms are clear, and it takes 0.90 of a core (assumed): real time for one listener',
    });
    expect(defaultOf(catalog, 'es')).toMatchObject({
      id: 'kokoro-ef_dora',
      defaultReason: expect.stringContaining('the only natural voice'),
    });
  });

  test('it speaks nowhere if it cannot keep up with one listener', () => {
    const catalog = catalogAt(0.91);
    for (const code of ['en', 'en-gb', 'es', 'pt-br'])
      expect(defaultOf(catalog, code)?.engine, code).not.toBe('kokoro');
  });

  test('the defaults change when it turns out to be faster, and back', () => {
    const catalog = catalogAt(0.91);
    const rule = { preference: 'auto', byLanguage: {} } as const;
    catalog.setRule({ ...rule, naturalCost: { cores: 0.3, isMeasured: true } });
    expect(defaultOf(catalog, 'en')?.id).toBe('kokoro-af_heart');
    catalog.setRule({ ...rule, naturalCost: { cores: 1.2, isMeasured: true } });
    expect(defaultOf(catalog, 'en')?.id).toBe(DEFAULT_VOICE_ID);
    expect(catalog.get('kokoro-af_heart')?.voice.defaultFor).toBeUndefined();
  });
});

describe('as the operator wants', () => {
  test('natural however slow, or fast however natural', () => {
    expect(defaultOf(catalogAt(3, { preference: 'natural' }), 'en')?.id).toBe('kokoro-af_heart');
    const fast = catalogAt(0.1, { preference: 'fast' });
    expect(defaultOf(fast, 'en')?.id).toBe(DEFAULT_VOICE_ID);
    expect(defaultOf(fast, 'it')?.id).toBe('espeak-it');
  });

  test('a voice for a language and its varieties', () => {
    const byLanguage = { en: 'kokoro-am_adam', 'en-gb': 'espeak-en-gb', es: 'kokoro-if_sara', it: 'nobody' };
    const catalog = catalogAt(0.1, { byLanguage });
    expect(defaultOf(catalog, 'en-us')).toMatchObject({
      id: 'kokoro-am_adam',
      defaultReason: 'chosen by DEFAULT_VOICES',
    });
    expect(defaultOf(catalog, 'en-gb')?.id).toBe('espeak-en-gb');
    // A voice that does not speak the language, and one that does not exist.
    expect(defaultOf(catalog, 'es')?.id).toBe('kokoro-ef_dora');
    expect(defaultOf(catalog, 'it')?.id).toBe('kokoro-if_sara');
    expect(catalog.entries[0]?.voice.id).toBe('kokoro-am_adam');
  });
});

describe('with hibari', () => {
  const withHeart = (cores: number, choice: Partial<DefaultVoices> = {}, piper = [JOE]): Catalog => {
    const naturalCost: VoiceCost = { cores, isMeasured: true };
    const installed = [vitsVoices(piper), hibariVoices(HEART), kokoroVoices(KOKORO)];
    return new Catalog(installed, { preference: 'auto', byLanguage: {}, ...choice, naturalCost });
  };

  test.each([
    ['auto', MOST_CORES.toSpare, 'kokoro-af_heart'],
    ['auto', MOST_CORES.oneListener, 'hibari-heart'],
    ['auto', 2, 'hibari-heart'],
    ['natural', 2, 'kokoro-af_heart'],
    ['fast', 0.1, 'hibari-heart'],
  ] as const)('"%s" with Kokoro at %f of a core: %s speaks English', (preference, cores, id) => {
    const catalog = withHeart(cores, { preference });
    expect(defaultOf(catalog, 'en')?.id).toBe(id);
    expect(defaultOf(catalog, 'en-us')?.id).toBe(id);
  });

  test('the cheapest voice speaks in conversations, unless a setting names another', () => {
    const idOf = (catalog: Catalog, code: string) => catalog.defaultFor(code, 'conversation')?.voice.id;
    expect(idOf(withHeart(0.1), 'en')).toBe('hibari-heart');
    expect(idOf(withHeart(0.1), 'es')).toBe('kokoro-ef_dora');
    expect(idOf(withHeart(0.1, { preference: 'natural' }), 'en')).toBe('kokoro-af_heart');
    expect(idOf(withHeart(0.1, { byLanguage: { en: 'kokoro-am_puck' } }), 'en')).toBe('kokoro-am_puck');
    expect(idOf(catalogAt(0.1), 'en')).toBe('kokoro-af_heart');
  });

  test('a voice lists the languages that agents speak with it, if it is not the default one', () => {
    const agents = (catalog: Catalog, id: string) => catalog.get(id)?.voice.agentDefaultFor;
    expect(agents(withHeart(0.1), 'hibari-heart')).toEqual(['en', 'en-us']);
    expect(agents(withHeart(0.1), 'kokoro-af_heart')).toBeUndefined();
    expect(agents(withHeart(1.2), 'hibari-heart')).toBeUndefined();
  });

  test('other languages and varieties keep theirs', () => {
    const catalog = withHeart(MOST_CORES.oneListener);
    expect(defaultOf(catalog, 'en-gb')?.id).toBe('kokoro-bf_emma');
    expect(defaultOf(catalog, 'es')?.id).toBe('kokoro-ef_dora');
  });

  test('it replaces the voice of the wire format if that is not installed', () => {
    expect(withHeart(2).get(DEFAULT_VOICE_ID)?.voice).toMatchObject({ name: 'Joe', engine: 'vits' });
    const instead = withHeart(2, {}, []).get(DEFAULT_VOICE_ID)?.voice;
    expect(instead).toMatchObject({ engine: 'hibari', notice: expect.stringContaining('is not installed') });
  });
});
