/** Limits for visitors of the demo. docs/demo.md explains them. */
import type { ConcurrencyOptions } from './concurrency.ts';

/** The limits of one token. Shown on the page. */
export const DEMO_LIMITS = {
  maxTextChars: 1000,
  samplingRate: 24_000,
  tokenSeconds: 600,
  requestsPerToken: 20,
  charactersPerToken: 5000,
} as const;

/** Per client network. */
export const SESSIONS_PER_MINUTE = 10;
export const REQUESTS_PER_MINUTE = 30;
export const CHARACTERS_PER_MINUTE = 6000;

/** Low, so that visitors do not delay customers. */
export const SPEAKING: ConcurrencyOptions = {
  total: 4,
  perOwner: 2,
  what: 'demo requests',
  retryAfterSeconds: 1,
};
export const CHALLENGES: ConcurrencyOptions = {
  total: 64,
  perOwner: 4,
  what: 'challenges',
  retryAfterSeconds: 1,
};

export const SPEAK_TIMEOUT_MS = 60_000;
export const MAX_SPEECH_MS = 180_000;
