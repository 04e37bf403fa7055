/**
 * Tests of faults run in two forms: a short one among all tests, and a long one with `npm run faults`, which sets
 * `FAULTS=long`.
 */
export const isLongForm = process.env.FAULTS === 'long';

/** How often to do something in the short and in the long form. */
export const times = (short: number, long: number): number => (isLongForm ? long : short);
