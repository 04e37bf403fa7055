import { availableParallelism } from 'node:os';

/** Settings of the enhancer's process from the environment. */
export interface EnhancerSettings {
  readonly host: string;
  readonly port: number;
  /** Number of recordings that are cleaned at a time, each on one processor core. */
  readonly jobs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_PORT = 65_535;
const MAX_JOBS = 64;

/** @throws RangeError that names the variable with a wrong value */
export function enhancerSettings(env: Environment = process.env): EnhancerSettings {
  return {
    host: env.HOST?.trim() || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 0, MAX_PORT, 8100),
    jobs: wholeNumber(env, 'JOBS', 1, MAX_JOBS, Math.min(MAX_JOBS, availableParallelism())),
  };
}

function wholeNumber(env: Environment, name: string, min: number, max: number, fallback: number): number {
  const text = env[name]?.trim() ?? '';
  if (text === '') return fallback;
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value >= min && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
}
