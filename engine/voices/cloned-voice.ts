import { languageTag } from '../../language/languages.ts';
import { decodeCodes } from '../conversion/codes.ts';
import { baseKey } from '../synthesis/base-key.ts';
import type { CatalogEntry } from '../synthesis/catalog-entry.ts';
import { familyOf, familyOfKey } from '../synthesis/family-of.ts';
import type { ClonedVoice, Voice } from '../types.ts';
import type { Catalog } from './catalog.ts';
import { isBase, speaksFamily } from './catalog-entry.ts';

/** Cache of the names of bases and of models with a prompt, by codes: every request needs those of its voice. */
const namesOf = new WeakMap<Uint8Array, Names>();

interface Names {
  readonly bases: readonly string[];
  readonly models: readonly string[];
}

/**
 * The model that speaks a language in the voice of its prompt, without a base; null if the voice has no prompt for an
 * installed model.
 * @throws CodesError for codes that cannot be read
 */
export function promptedFor(catalog: Catalog, clone: ClonedVoice, lang: string): CatalogEntry | null {
  const { models } = namesIn(clone);
  const entry = catalog.prompted.find(
    ({ voice, model }) => models.includes(model) && speaksFamily(voice, lang),
  );
  if (!entry) return null;
  const { referenceId, codes } = clone;
  const source = { ...entry.source, prompt: { referenceId, codes, model: entry.model } };
  return { voice: spokenBy(clone, entry.voice), source };
}

/**
 * The best base of a cloned voice for a language: the first neural one that this machine can run in real time, if there
 * is one. Null when no base that the voice was enrolled for speaks the language.
 * @throws CodesError for codes that cannot be read
 */
export function baseFor(catalog: Catalog, clone: ClonedVoice, lang: string): CatalogEntry | null {
  const code = languageTag(lang);
  const speaking = catalog
    .everyone()
    .filter(isBase)
    .filter((entry) => speaksFamily(entry.voice, code));
  const exactFirst = [
    ...speaking.filter((entry) => entry.voice.langs.includes(code)),
    ...speaking.filter((entry) => !entry.voice.langs.includes(code)),
  ];
  const keys = namesIn(clone).bases;
  const isSlow = (key: string): boolean =>
    familyOfKey(key)?.standing === 'most-natural' && !catalog.speaksLiveWithMostNatural;
  const isQuick = (key: string): boolean => isNeural(key) && !isSlow(key);
  for (const key of [...keys.filter(isQuick), ...keys.filter((key) => !isQuick(key))]) {
    for (const entry of exactFirst) {
      // The catalogue need not contain every timbre of a base.
      const source = familyOf(entry.source).variants?.withTimbre(entry.source, key) ?? entry.source;
      if (baseKey(source) === key) return { voice: spokenBy(clone, entry.voice), source };
    }
  }
  return null;
}

function namesIn({ codes }: ClonedVoice): Names {
  const known = namesOf.get(codes);
  if (known) return known;
  const { bases, prompts } = decodeCodes(codes);
  const keys = bases.map(({ key }) => key);
  const names = {
    // Neural bases first: a robotic base has one key for all languages, which may precede neural bases of other
    // languages.
    bases: [...keys.filter(isNeural), ...keys.filter((key) => !isNeural(key))],
    models: prompts.map(({ model }) => model),
  };
  namesOf.set(codes, names);
  return names;
}

/** Whether a key is that of a voice that this release can load and that does not sound like a machine. */
function isNeural(key: string): boolean {
  const family = familyOfKey(key);
  return family !== null && family.standing !== 'robotic';
}

function spokenBy(clone: ClonedVoice, base: Voice): Voice {
  return { ...base, id: clone.id, name: clone.name, tags: [], notice: null };
}
