/** The test cases of public suites for text normalization, from checkouts of their repositories. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../engine/index.ts';

export interface Case {
  readonly suite: string;
  readonly lang: Language;
  /** Kind of the written form. */
  readonly kind: string;
  readonly written: string;
  /** Readings that the suite accepts. */
  readonly expected: readonly string[];
}

interface Suite {
  readonly name: string;
  /** Folder of the repository. */
  readonly folder: string;
  readonly read: (folder: string) => readonly Omit<Case, 'suite'>[];
}

const SUITES: readonly Suite[] = [
  { name: 'NeMo', folder: 'NeMo-text-processing', read: readNemo },
  { name: 'num2words', folder: 'num2words', read: readNum2words },
  { name: 'Kokoro-FastAPI', folder: 'Kokoro-FastAPI', read: readKokoro },
];

/** The cases of the suites that are in a folder; others are left out. */
export function readCases(folder: string): readonly Case[] {
  return SUITES.flatMap(({ name, folder: own, read }) => {
    const found = path.join(folder, own);
    return existsSync(found) ? read(found).map((one) => ({ suite: name, ...one })) : [];
  });
}

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** Lines "written~read"; with several readings a line "~written" and a line for each of them. */
function readNemo(folder: string): readonly Omit<Case, 'suite'>[] {
  return LANGUAGES.flatMap((lang) => {
    const cases = path.join(folder, 'tests/nemo_text_processing', lang, 'data_text_normalization');
    if (!existsSync(cases)) return [];
    return readdirSync(cases).flatMap((name) => {
      const kind = /^test_cases_(\w+)\.txt$/.exec(name)?.[1];
      return kind === undefined
        ? []
        : nemoCases(textOf(path.join(cases, name))).map(({ written, expected }) => {
            const isLong = kind === 'cardinal' && LONG_NUMBER.test(written);
            return { lang, kind, written: isLong ? cardinal(written) : written, expected };
          });
    });
  });
}

/** Ten digits without groups would be read as a code. */
const LONG_NUMBER = /^[1-9]\d{9,}$/;
const cardinal = (digits: string): string => `<say-as interpret-as="cardinal">${digits}</say-as>`;

/** Cases of one file. In some files the reading comes first. */
export function nemoCases(text: string): Pick<Case, 'written' | 'expected'>[] {
  const cases: { written: string; expected: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [written = '', read] = line.split('~');
    if (line.startsWith('~')) cases.push({ written: line.slice(1).trim(), expected: [] });
    else if (read !== undefined) cases.push({ written: written.trim(), expected: [read.trim()] });
    else if (line.trim() !== '') cases.at(-1)?.expected.push(line.trim());
  }
  const whole = cases.filter(({ written, expected }) => written !== '' && expected.length > 0);
  const figures = (texts: readonly string[]): number => texts.filter((text) => /\d/.test(text)).length;
  const areSwapped =
    figures(whole.map(({ written }) => written)) < figures(whole.map(({ expected }) => expected[0] ?? ''));
  return areSwapped
    ? whole.map(({ written, expected }) => ({ written: expected[0] ?? '', expected: [written] }))
    : whole;
}

/** Tables of numbers and words, in the tests of each language. */
function readNum2words(folder: string): readonly Omit<Case, 'suite'>[] {
  return LANGUAGES.flatMap((lang) => {
    const file = path.join(folder, 'tests', `test_${lang}.py`);
    return existsSync(file) ? num2wordsCases(textOf(file), lang) : [];
  });
}

const TABLE = /^TEST_CASES_(CARDINAL|ORDINAL|TO_CURRENCY(?:_EUR)?)\s*=\s*[([]([\s\S]*?)^[)\]]/gm;
const ROW = /\(\s*(-?\d+(?:\.\d+)?)\s*,\s*((?:u?(?:"[^"\n]*"|'[^'\n]*')\s*)+)\)/g;
const CALL =
  /num2words\(\s*(-?\d+(?:\.\d+)?)((?:\s*,\s*\w+=(?:True|'\w+'|"\w+"))*)\s*\)\s*,\s*((?:u?(?:"[^"\n]*"|'[^'\n]*')\s*)+)\)/g;

/** Cases of the tests of one language. */
export function num2wordsCases(text: string, lang: Language): Omit<Case, 'suite'>[] {
  const tables = [...text.matchAll(TABLE)].flatMap(([, name = '', rows = '']) =>
    [...rows.matchAll(ROW)].map(([, number = '', words = '']) => ({ name, number, words })),
  );
  const calls = [...text.matchAll(CALL)].flatMap(([, number = '', options = '', words = '']) => {
    const to =
      /to=['"](\w+)['"]/.exec(options)?.[1] ?? (/ordinal=True/.test(options) ? 'ordinal' : 'cardinal');
    const other = /lang=['"](\w+)['"]/.exec(options)?.[1];
    const isPlain = options.replace(/\s*,\s*(?:lang|to|ordinal)=(?:True|['"]\w+['"])/g, '') === '';
    return isPlain && ['cardinal', 'ordinal'].includes(to) && (other === undefined || other === lang)
      ? [{ name: to.toUpperCase(), number, words }]
      : [];
  });
  return [...tables, ...calls].flatMap(({ name, number, words }) => {
    const read = [...words.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b ?? '').join('');
    const kind = name.startsWith('TO_') ? 'currency' : name.toLowerCase();
    const written = num2wordsText(number, kind, read, lang);
    return written === null ? [] : [{ lang, kind, written, expected: [read] }];
  });
}

/**
 * The written form of a reading; null for a currency that the words do not name, and for ordinals of numbers that are
 * not used for counting.
 */
function num2wordsText(number: string, kind: string, read: string, lang: Language): string | null {
  const decimal = ['en', 'hi', 'ko'].includes(lang) ? number : number.replace('.', ',');
  const isCounted = /^[1-9]\d*$/.test(number);
  if (kind === 'ordinal') return isCounted ? `<say-as interpret-as="ordinal">${number}</say-as>` : null;
  if (kind === 'cardinal' && LONG_NUMBER.test(number)) return cardinal(number);
  if (kind === 'currency') return /euro/i.test(read) ? `${decimal} €` : null;
  return decimal;
}

const STRING = String.raw`("(?:[^"\\\n]|\\.)*")`;
/** A row of a table, or an assertion. */
const KOKORO_CASE = new RegExp(
  String.raw`(?:\(|normalize_text\()\s*${STRING}\s*,(?:[^"]*==)?\s*${STRING}\s*,?\s*(?:UNITS\s*)?(?:\)|\n)`,
  'g',
);

/** Pairs of English texts. */
function readKokoro(folder: string): readonly Omit<Case, 'suite'>[] {
  return kokoroCases(textOf(path.join(folder, 'api/tests/test_normalizer.py')));
}

/** Cases of the file of tests. Python strings are parsed as JSON strings. */
export function kokoroCases(text: string): Omit<Case, 'suite'>[] {
  return [...text.matchAll(KOKORO_CASE)].map(([, written = '""', read = '""']) => ({
    lang: 'en' as const,
    kind: 'text',
    written: JSON.parse(written) as string,
    expected: [JSON.parse(read) as string],
  }));
}
