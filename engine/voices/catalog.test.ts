import { beforeAll, describe, expect, it } from 'vitest';
import { ESPEAK_SAMPLE_RATE, Espeak } from '../../language/pronunciation/espeak.ts';
import { pronounce } from '../../language/pronunciation/pronounce.ts';
import type { Token } from '../../language/text/types.ts';
import { trackPitch } from '../../media/pitch.ts';
import { parsePiperConfig } from '../../model-files/piper-config.ts';
import type { CatalogEntry } from '../synthesis/catalog-entry.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import type { EspeakSource } from '../synthesis/families/espeak/source.ts';
import { type EspeakUtterance, speakWithEspeak } from '../synthesis/families/espeak/utterance.ts';
import { vitsVoices } from '../synthesis/families/vits/voices.ts';
import { Catalog } from './catalog.ts';

const catalog = new Catalog([]);

const SENTENCES: readonly (readonly [lang: string, sentence: string])[] = [
  ['en', 'We would like to tell you about the weather in our town'],
  ['de', 'Wir möchten dir etwas über das Wetter in unserer Stadt erzählen'],
  ['nl', 'Wij willen je graag iets vertellen over het weer'],
  ['fr', 'Je voudrais vous parler du temps dans notre ville'],
  ['it', 'La ragazza ha comprato una bella macchina rossa'],
  ['es', 'Quisiera hablar del tiempo en nuestro pueblo'],
  ['pt', 'Gostaria de falar sobre o tempo na nossa cidade'],
  ['ru', 'Мальчик читает интересную книгу в библиотеке'],
  ['hi', 'मैं आपको मौसम के बारे में बताना चाहता हूँ'],
  ['ko', '날씨에 대해 말씀드리고 싶습니다'],
];

const named = (id: string): CatalogEntry => {
  const entry = catalog.get(id);
  if (!entry) throw new Error(`no voice ${id}`);
  return entry;
};

const ofLanguage = (lang: string, gender: string): readonly CatalogEntry[] =>
  catalog.entries.filter(({ voice }) => voice.langs.includes(lang) && voice.tags.includes(gender));

describe('without any model', () => {
  it('has ids of their own for all voices, short enough to be sent', () => {
    const ids = catalog.entries.map(({ voice }) => voice.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[\w.-]{1,64}$/.test(id))).toEqual([]);
  });

  it.each(SENTENCES)('has a male- and a female-sounding voice for %s, and says what they are', (lang) => {
    const male = named(lang === 'en' ? DEFAULT_VOICE_ID : `espeak-${lang}`);
    const female = named(`espeak-${lang}-female`);
    for (const { voice } of [male, female])
      expect(voice).toMatchObject({
        lang,
        engine: 'espeak',
        sampleRate: ESPEAK_SAMPLE_RATE,
        license: 'GPL-3.0-or-later',
        supportsTimings: true,
      });
    expect(ofLanguage(lang, 'male')).toContain(male);
    expect(ofLanguage(lang, 'female')).toContain(female);
    // Clients that name no voice keep the one they had.
    expect(catalog.defaultFor(lang)).toBe(male);
  });

  it('has several English voices', () => {
    expect(ofLanguage('en-us', 'female')[0]?.voice.id).toBe('espeak-en-us-female');
    expect(ofLanguage('en-gb', 'female')[0]?.voice.id).toBe('espeak-en-gb-female');
  });
});

describe('how they sound', () => {
  let espeak: Espeak;
  beforeAll(async () => {
    espeak = await Espeak.load();
  });

  const speak = ({ source }: CatalogEntry, sentence: string): EspeakUtterance => {
    const { voice } = source as EspeakSource;
    const tokens = sentence.split(' ').map((spoken): Token => {
      const span = { start: 0, end: spoken.length };
      return { kind: 'word', unit: spoken, span, spoken, ipa: null };
    });
    const pronounced = pronounce([...tokens, { kind: 'punctuation', mark: '.' }], voice, espeak, () => []);
    return speakWithEspeak(espeak, pronounced, { voice, speed: 1 });
  };

  const medianF0 = ({ audio, sampleRate }: EspeakUtterance): number => {
    const f0 = trackPitch(audio, sampleRate)
      .f0Hz.filter((hz) => hz > 0)
      .sort();
    return f0[f0.length >> 1] ?? 0;
  };

  it.each(SENTENCES)(
    '%s: apart by more than half an octave, with the same words at nearly the same times',
    (lang, sentence) => {
      const male = speak(named(`espeak-${lang}`), sentence);
      const female = speak(named(`espeak-${lang}-female`), sentence);
      expect(medianF0(male)).toBeLessThan(125);
      expect(medianF0(male)).toBeGreaterThan(80);
      expect(medianF0(female)).toBeGreaterThan(155);
      expect(medianF0(female)).toBeLessThan(240);
      // The same sounds in the same order: what is said, and how clearly, does not change with the voice.
      expect(female.phonemes.map(({ ipa, word }) => [ipa, word])).toEqual(
        male.phonemes.map(({ ipa, word }) => [ipa, word]),
      );
      expect(female.words).toHaveLength(male.words.length);
      for (const [i, word] of female.words.entries()) {
        const other = male.words[i];
        expect(word.endSamples).toBeGreaterThan(word.startSamples);
        expect(Math.abs(word.startSamples - (other?.startSamples ?? 0))).toBeLessThan(
          0.08 * male.audio.length,
        );
      }
    },
  );
});

describe('a model of many speakers', () => {
  const piper = (numSpeakers: number, names: Readonly<Record<string, number>> = {}) => ({
    id: `en_US-crowd${numSpeakers}-high`,
    onnxPath: '/none/crowd.onnx',
    configPath: '/none/crowd.onnx.json',
    config: parsePiperConfig({
      audio: { sample_rate: 22_050 },
      espeak: { voice: 'en-us' },
      num_speakers: numSpeakers,
      speaker_id_map: names,
      num_symbols: 3,
      phoneme_id_map: { _: [0], '^': [1], $: [2] },
    }),
  });
  const names = Object.fromEntries(Array.from({ length: 904 }, (_, i) => [`p${3000 + i}`, i]));

  it('is listed as one voice that says how many there are, and every speaker can be used', () => {
    const crowd = new Catalog([vitsVoices([piper(904, names)])]);
    const listed = crowd.entries.filter(({ source }) => source.engine === 'vits');
    expect(listed.map(({ voice }) => voice)).toMatchObject([
      { id: 'en_US-crowd904-high.p3000', model: 'en_US-crowd904-high', speakers: 904 },
    ]);
    expect(crowd.get('en_US-crowd904-high.p3903')).toMatchObject({
      voice: { name: 'Crowd904 p3903' },
      source: { speaker: 903 },
    });
    expect(crowd.get('en_US-crowd904-high.p4000')).toBeNull();
    expect(crowd.get('en_US-crowd904-high')).toBeNull();
    expect(crowd.everyone()).toHaveLength(crowd.entries.length + 903);
  });

  it('has its speakers found by search', () => {
    const crowd = new Catalog([vitsVoices([piper(904, names)])]);
    const found = (query: string, lang?: string) =>
      crowd.search({ query, ...(lang && { lang }) }).map(({ voice }) => voice.id);
    expect(found('crowd904 P3017')).toEqual(['en_US-crowd904-high.p3017']);
    expect(found('crowd', 'en-gb')).toHaveLength(904);
    expect(found('crowd', 'de')).toEqual([]);
    expect(crowd.search({ lang: 'en' })).toHaveLength(
      crowd.entries.filter(({ voice }) => voice.lang === 'en').length,
    );
  });

  it('lists all of a few', () => {
    const few = new Catalog([vitsVoices([piper(4)])]);
    expect(few.entries.filter(({ voice }) => voice.engine === 'vits')).toHaveLength(4);
  });

  it('replaces the voices that were installed before', () => {
    const changing = new Catalog([vitsVoices([piper(4)])]);
    changing.update([vitsVoices([piper(1)])]);
    expect(changing.get('en_US-crowd4-high.1')).toBeNull();
    expect(changing.defaultFor('en-us')?.voice.id).toBe('en_US-crowd1-high');
  });
});

describe('espeak', () => {
  it('is called robotic, and names the model to pull for a natural voice', () => {
    const { voice } = named('espeak-de');
    expect(voice.name).toBe('German (robotic)');
    expect(voice.tags).toContain('robotic');
    expect(voice.notice).toContain('npm run models -- pull de_DE-thorsten-medium');
    // Nobody has published one for Korean.
    expect(named('espeak-ko').voice.notice).toBeNull();
  });
});
