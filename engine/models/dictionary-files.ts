/** How English words are said: the dictionaries that Kokoro's voices were trained on, one for each accent. */
import { join } from 'node:path';
import type { Model, ModelFile } from './model.ts';

export type DictionaryAccent = 'american' | 'british';

/** By accent, the better part first. Compressed JSON. */
const FILES: Readonly<Record<DictionaryAccent, readonly ModelFile[]>> = {
  american: [
    file('us-gold', 719_352, '63ae94f8ef0e906d5b24fe9b59ffcbd1529aca5686a774610e43973cbaa86ad2'),
    file('us-silver', 682_530, 'c4c2546ebf1eb07010331e7ef785a431aa17ba8e7bfb6b4af8d654ee96a71fd3'),
  ],
  british: [
    file('gb-gold', 696_547, '66e675f23eb007d6707d23fe6603ba5e19f3513aefe42e3c8cd6c078a85f2ce0'),
    file('gb-silver', 799_678, '637f887dd557d193af8c106f5c26624850db3e7bf0ec751ba917aac6d75e948d'),
  ],
};

export const DICTIONARY_MODEL: Model = {
  id: 'misaki-english',
  kind: 'dictionary',
  title: 'misaki, US and British English: how words are said, for the voices of Kokoro and hibari',
  language: 'en',
  languages: ['en-US', 'en-GB'],
  license: 'Apache-2.0',
  licenseNote: 'By hexgrad, of misaki 0.9.4; compressed by Maureese Williams, in whose package it comes.',
  files: Object.values(FILES).flat(),
  sources: [
    {
      kind: 'pypi',
      name: 'hibari-tts',
      version: '0.2.1',
      files: Object.fromEntries(
        Object.values(FILES)
          .flat()
          .map(({ name }) => [`hibari/assets/lexicon_${name.replace('-', '_')}`, name]),
      ),
    },
  ],
};

/** The paths of the dictionary of an accent in a folder, the best first. */
export const dictionaryPaths = (folder: string, accent: DictionaryAccent): readonly string[] =>
  FILES[accent].map(({ name }) => join(folder, name));

function file(name: string, sizeBytes: number, sha256: string): ModelFile {
  return { name: `${name}.json.gz`, sizeBytes, sha256 };
}
