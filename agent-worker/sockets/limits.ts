/**
 * What a client of an agent socket, or of a telephone's media stream, may send, and how far behind it may be. The size
 * of its messages is bounded where the socket is opened.
 */
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';

/** So many messages that cannot be read close the socket with 1008. */
export const MAX_BROKEN_MESSAGES = 100;
/** Longest typed turn in characters. */
export const MAX_TYPED_TURN_CHARS = 10_000;

/** Audio from before the conversation is open; of more the oldest is forgotten. */
export const MAX_EARLY_SAMPLES = 10 * CALLER_SAMPLE_RATE;
/** Typed turns from before the conversation is open. */
export const MAX_EARLY_TURNS = 8;

/** A recording may be sent at once, if it is no longer than this. */
export const AUDIO_BURST_SAMPLES = 60 * CALLER_SAMPLE_RATE;
/** Beyond that, audio may come a little faster than it is spoken: clocks differ. */
export const AUDIO_REFILL_PER_MS = (1.25 * CALLER_SAMPLE_RATE) / 1000;

/** How much a client may be behind before audio is left out: about two seconds of the widest format. */
export const MAX_BEHIND_BYTES = 256 * 1024;
