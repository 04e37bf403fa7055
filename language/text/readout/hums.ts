import { matchAt, type Reader } from './reader.ts';

/** "Hm", "Mm-hm", "mhm", "mmm", in Latin and in Cyrillic letters. Groups: the second half of two hums, one hum. */
const HUM =
  /(?:[MmМм][mм]*-?([hхг]+[mм]+)|([HhХхГг][hхг]*[mм]+)|[MmМм][mм]+)(?![\p{L}\p{M}\p{N}']|[-.]\p{L})/uy;
/** At the beginning of a clause; elsewhere "mm" is probably the unit. */
const CLAUSE_BEGINS = /(?:^|[,;:.!?…—–("“„«])\s*$/u;

/** Hums, which have no vowel: espeak-ng would spell them. */
export const readHum: Reader = (text, at, { language, shouted }) => {
  const found = matchAt(HUM, text, at);
  if (found === null) return null;
  const [written, second, one] = found;
  if (!shouted && written.length > 1 && written === written.toUpperCase()) return null;
  const end = at + written.length;
  const { hm, mm, mhm } = language.hums;
  if (second !== undefined) return { end, spoken: mhm };
  if (one !== undefined) return { end, spoken: hm };
  const isUnit = written.length === 2 && !CLAUSE_BEGINS.test(text.slice(Math.max(0, at - 8), at));
  return isUnit ? null : { end, spoken: mm };
};
