import { decodeCodes } from '../conversion/codes.ts';
import { baseKey, isKokoro, isNeural } from '../synthesis/base-key.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';
import type { ClonedVoice, Voice } from '../types.ts';
import type { Catalog } from './catalog.ts';
import { type BaseEntry, isBase, languageCode, speaksFamily } from './catalog-entry.ts';

/** Keys of the bases by codes: those of a voice are asked for at every request. */
const keysOf = new WeakMap<Uint8Array, readonly string[]>();

/**
 * The best base of a cloned voice for a language, among neural ones the first that this machine keeps up with; null
 * when none of those it was enrolled for speaks it.
 * @throws CodesError for codes that cannot be read
 */
export function baseFor(catalog: Catalog, clone: ClonedVoice, lang: string): BaseEntry | null {
  const code = languageCode(lang);
  const speaking = catalog
    .everyone()
    .filter(isBase)
    .filter((entry) => speaksFamily(entry.voice, code));
  const exactFirst = [
    ...speaking.filter((entry) => entry.voice.langs.includes(code)),
    ...speaking.filter((entry) => !entry.voice.langs.includes(code)),
  ];
  const keys = basesOf(clone);
  const isSlow = (key: string): boolean => isKokoro(key) && !catalog.speaksLiveWithKokoro;
  const isQuick = (key: string): boolean => isNeural(key) && !isSlow(key);
  for (const key of [...keys.filter(isQuick), ...keys.filter((key) => !isQuick(key))]) {
    for (const entry of exactFirst) {
      const source = withVariant(entry.source, key);
      if (baseKey(source) === key) return { voice: spokenBy(clone, entry.voice), source };
    }
  }
  return null;
}

function basesOf({ codes }: ClonedVoice): readonly string[] {
  const known = keysOf.get(codes);
  if (known) return known;
  const stored = decodeCodes(codes).bases.map(({ key }) => key);
  // espeak has one key for all languages and stands before the neural voices of those that the speaker did not use.
  const keys = [...stored.filter(isNeural), ...stored.filter((key) => !isNeural(key))];
  keysOf.set(codes, keys);
  return keys;
}

/** espeak's variants are for all its languages, also where no built-in voice has them. */
function withVariant(source: BaseSource, key: string): BaseSource {
  if (source.engine !== 'espeak') return source;
  const variant = key.split('+')[1];
  const plain = source.voice.split('+')[0] ?? source.voice;
  return { engine: 'espeak', voice: variant ? `${plain}+${variant}` : plain };
}

function spokenBy(clone: ClonedVoice, base: Voice): Voice {
  return { ...base, id: clone.id, name: clone.name, tags: [], notice: null };
}
