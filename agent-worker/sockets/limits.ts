/**
 * Limits on what a client of an agent socket or a telephone media stream may send, and how far it may fall behind. The
 * limit on its message size is set where the socket is opened.
 */
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';

/** Number of unreadable messages or refused turns after which the socket is closed with 1008. */
export const MAX_BROKEN_MESSAGES = 100;
/** Longest typed turn, in characters. */
export const MAX_TYPED_TURN_CHARS = 10_000;

/** Audio buffered before the conversation is open; beyond this the oldest is dropped. */
export const MAX_EARLY_SAMPLES = 10 * CALLER_SAMPLE_RATE;
/** Typed turns buffered before the conversation is open. */
export const MAX_EARLY_TURNS = 8;
/** Rate limit of typed turns: each is a request to the language model. */
export const TYPED_TURNS = { capacity: 30, perSecond: 2 } as const;

/** A recording up to this long may be sent all at once. */
export const AUDIO_BURST_SAMPLES = 60 * CALLER_SAMPLE_RATE;
/** Beyond that, audio may arrive slightly faster than real time, since clocks differ. */
export const AUDIO_REFILL_PER_MS = (1.25 * CALLER_SAMPLE_RATE) / 1000;

/** Longest backlog of a client before audio is skipped: about two seconds of the largest format. */
export const MAX_BEHIND_BYTES = 256 * 1024;
