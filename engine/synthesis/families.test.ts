import { afterAll, beforeAll, expect, test } from 'vitest';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import { prepare } from '../lanes/prepare.ts';
import type { PrepareRequest } from '../lanes/protocol.ts';
import { Synthesizers } from '../lanes/synthesizers.ts';
import { Catalog } from '../voices/catalog.ts';
import { FAMILIES } from './families.ts';
import type { VoiceFamily } from './family.ts';
import { familyOfKey } from './family-of.ts';
import { TOY } from './testing/toy-family.ts';

// The list with a new family. Other test files share this process.
const families = FAMILIES as VoiceFamily[];
beforeAll(() => void families.push(TOY));
afterAll(() => void families.pop());

const TEXT = 'One two three.';

test('a family of voices is added with a folder and a line', async () => {
  const catalog = new Catalog([]);
  const entry = catalog.get('toy-tone');
  expect(catalog.entries).toContain(entry);
  expect(catalog.defaultFor('en')?.voice.engine).toBe('espeak');
  const { source } = entry!;

  const espeak = await Espeak.load();
  const synthesizer = await new Synthesizers(espeak, { boost: false }).get(source);
  const request: PrepareRequest = {
    kind: 'prepare',
    voice: source,
    lang: 'en',
    ipaKey: null,
    source: TEXT,
    segments: [{ kind: 'text', text: TEXT, span: { start: 0, end: TEXT.length } }],
    ending: '.',
    controls: { speed: 1, temperature: null, topK: null, seed: 1 },
    urgent: false,
  };
  const phrase = await prepare(request, synthesizer, espeak, false);
  expect(phrase.words.map(({ unit }) => unit)).toEqual(['One', 'two', 'three']);
  const sound = await synthesizer.render(phrase.state!, 0, phrase.frames);
  expect(sound).toHaveLength(phrase.frames * phrase.frameSamples);
  expect(familyOfKey('toy:440')?.title).toBe('Toy');
});

test('names are unique, and only the most natural family has a cost that is measured', () => {
  expect(new Set(FAMILIES.map(({ name }) => name)).size).toBe(FAMILIES.length);
  const natural = FAMILIES.filter(({ standing }) => standing === 'most-natural');
  expect(natural).toHaveLength(1);
  expect(FAMILIES.filter(({ cost }) => typeof cost !== 'number')).toEqual(natural);
});
