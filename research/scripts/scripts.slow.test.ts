import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PASSAGE_MS, MIN_PASSAGE_MS, SCRIPT_LANGUAGES } from '../../cloning/research.ts';
import { Espeak, LanePool } from '../../engine/research.ts';
import { COMMON, commonDiphones, readCommonDiphones } from './common-diphones.ts';
import { type Evaluated, evaluateScript } from './evaluate.ts';
import { COVERAGE_TITLE, coverageTable } from './report.ts';
import { soundsOf } from './sounds.ts';
import { VARIETIES, type Variety } from './varieties.ts';

const PAGE = new URL('./README.md', import.meta.url);

let espeak: Espeak;
let lanes: LanePool;
const common = readCommonDiphones();
beforeAll(async () => {
  espeak = await Espeak.load();
  lanes = new LanePool(1);
});
afterAll(() => lanes.close());

const evaluate = (variety: Variety): Promise<Evaluated> =>
  evaluateScript(variety, common.get(variety.lang) ?? [], espeak, lanes);

const varietyOf = (lang: string): Variety => {
  const found = VARIETIES.find((variety) => variety.lang === lang);
  if (found === undefined) throw new Error(`there is no variety ${lang}`);
  return found;
};

describe('the built-in scripts', () => {
  it('are all measured', () => {
    expect(new Set(VARIETIES.map(({ lang }) => lang.split('-')[0]))).toEqual(new Set(SCRIPT_LANGUAGES));
    expect([...common.keys()].sort()).toEqual(VARIETIES.map(({ lang }) => lang).sort());
  });

  describe.each(VARIETIES)('in $name', (variety) => {
    let evaluated: Evaluated;
    beforeAll(async () => {
      evaluated = await evaluate(variety);
    });

    it('take 35 to 45 s, every sentence 2.5 to 5.5 s', () => {
      const { wholeMs, sentenceMs } = evaluated.durations;
      expect(wholeMs).toBeGreaterThanOrEqual(35_000);
      expect(wholeMs).toBeLessThanOrEqual(45_000);
      expect(sentenceMs.least).toBeGreaterThanOrEqual(2500);
      expect(sentenceMs.most).toBeLessThanOrEqual(5500);
    });

    it('give a usable passage with every two consecutive sentences', () => {
      const { pairMs } = evaluated.durations;
      expect(pairMs.least).toBeGreaterThanOrEqual(MIN_PASSAGE_MS);
      expect(pairMs.most).toBeLessThanOrEqual(MAX_PASSAGE_MS);
    });

    it('have a preview of some four seconds', () => {
      expect(evaluated.durations.previewMs).toBeGreaterThanOrEqual(3000);
      expect(evaluated.durations.previewMs).toBeLessThanOrEqual(5500);
    });

    it('have every required sound of the language, and no foreign words', () => {
      expect(evaluated.coverage.missing.filter((sound) => !variety.notNeeded.has(sound))).toEqual([]);
      expect(evaluated.coverage.unknown).toEqual([]);
    });

    it('cover no less than the page says', () => {
      const [row] = coverageTable([evaluated]).rows;
      const said = pageRow(variety.name);
      expect(said).toHaveLength(row?.length ?? 0);
      for (const [column, cell] of said.entries()) {
        if (column > 0) expect(firstNumber(row?.[column])).toBeGreaterThanOrEqual(firstNumber(cell));
      }
    });
  });
});

describe('the measurement', () => {
  it('detects a missing sound', async () => {
    const german = varietyOf('de');
    const without = soundsOf('Der Hund läuft durch den Wald.', german, espeak).stretches.flat();
    expect(without).toContain('ʊɐ');
    expect(without).not.toContain('pf');
    expect(soundsOf('Ein Pferd, das Kopfweh hat.', german, espeak).stretches.flat()).toContain('pf');
  });

  it('pairs sounds across words, but not across punctuation', () => {
    const english = varietyOf('en');
    expect(soundsOf('red sun', english, espeak).stretches).toEqual([['ɹ', 'ɛ', 'd', 's', 'ʌ', 'n']]);
    expect(soundsOf('red, sun', english, espeak).stretches).toHaveLength(2);
  });

  it('joins sounds that espeak writes as two phonemes', () => {
    expect(soundsOf('caffè', varietyOf('it'), espeak).stretches.flat()).toContain('fː');
    expect(soundsOf('bem', varietyOf('pt'), espeak).stretches.flat()).toContain('ẽj̃');
  });

  it('finds the commonest diphones within words and between them', () => {
    const english = varietyOf('en');
    const found = commonDiphones(
      [
        ['see', 0.6],
        ['zoo', 0.3],
        ['may', 0.1],
      ],
      english,
      espeak,
    );
    expect(found.slice(0, 2)).toEqual(['s-iː', 'iː-s']);
    expect(found).toContain('uː-m');
  });

  it('compares with the same number for each language', () => {
    for (const list of common.values()) expect(new Set(list).size).toBe(COMMON);
  });
});

/** Returns the cells of a variety's row in the table of coverage. */
function pageRow(name: string): string[] {
  const page = readFileSync(PAGE, 'utf8');
  const table = page.slice(page.indexOf(`## ${COVERAGE_TITLE}`));
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const firstNumber = (cell = ''): number => Number(/\d+/.exec(cell)?.[0]);
