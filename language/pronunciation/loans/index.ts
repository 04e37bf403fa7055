/**
 * Well-known names and loan words whose spelling is that of another language, as speakers of each language say them.
 * Only words that espeak-ng reads otherwise are listed: one line holds several, each with its IPA.
 */
import type { Language } from '../../languages.ts';
import type { EnglishDictionary } from '../dictionary/english-dictionary.ts';
import { type InventoryKey, IPA_KEY_LANGUAGES } from '../inventory/index.ts';
import { parseIpa } from '../ipa.ts';
import { type LexiconEntries, lexiconKey } from '../lexicon.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';

const TABLES: Readonly<Record<Language, string>> = { en, de, nl, fr, it, es, pt, ru, hi, ko };

const read = new Map<InventoryKey, LexiconEntries>();

const lacking = new WeakMap<EnglishDictionary, LexiconEntries>();

/**
 * The names and loans of a language or variant, with IPA of its inventory.
 * @param dictionary the English dictionary, whose readings are better for most of them; null for espeak-ng alone
 */
export function loansOf(key: InventoryKey, dictionary: EnglishDictionary | null = null): LexiconEntries {
  const known = read.get(key) ?? readTable(key);
  read.set(key, known);
  if (key !== 'en' || dictionary === null) return known;
  const lacked = lacking.get(dictionary) ?? lackedBy(dictionary, known);
  lacking.set(dictionary, lacked);
  return lacked;
}

function lackedBy(dictionary: EnglishDictionary, entries: LexiconEntries): LexiconEntries {
  return Object.fromEntries(Object.entries(entries).filter(([word]) => dictionary.all(word).length === 0));
}

/** A variant may lack sounds of its language. */
function readTable(key: InventoryKey): LexiconEntries {
  const language = key === 'es-castilian' || key === 'pt-br' ? IPA_KEY_LANGUAGES[key] : key;
  const entries = TABLES[language]
    .trim()
    .split(/\s*[|\n]\s*/u)
    .map((entry) => entry.split(' '));
  return Object.fromEntries(
    entries.flatMap(([word = '', ipa = '']) =>
      parseIpa(ipa, key).valid ? [[lexiconKey(word), ipa] as const] : [],
    ),
  );
}
