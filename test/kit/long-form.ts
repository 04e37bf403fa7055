/**
 * Tests of faults have two forms: a short one among all tests, and a long one with `npm run faults`, which sets
 * `FAULTS=long`.
 */
export const isLongForm = process.env.FAULTS === 'long';

/** Selects a number of repetitions for the short and the long form. */
export const times = (short: number, long: number): number => (isLongForm ? long : short);

/** Cases of the long form alone. */
export const inLongForm = <T>(cases: readonly T[]): readonly T[] => (isLongForm ? cases : []);
