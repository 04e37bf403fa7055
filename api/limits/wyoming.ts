/** Limits of the Wyoming door, whose clients need no credentials. */
import type { ConcurrencyOptions } from './concurrency.ts';
import { maxSpeakBodyBytes } from './requests.ts';

/** Open connections; per "owner" means per client network. Home Assistant opens one for each utterance and command. */
export const WYOMING_CONNECTIONS: ConcurrencyOptions = {
  total: 128,
  perOwner: 32,
  what: 'connections',
  retryAfterSeconds: 1,
};

/** Recordings that are received or recognised; per "owner" means per client network. */
export const WYOMING_RECORDINGS: ConcurrencyOptions = {
  total: 16,
  perOwner: 8,
  what: 'recordings',
  retryAfterSeconds: 1,
};

/** Of one recording. A command is a few seconds long; with 16 kHz this is 10 MB. */
export const MAX_WYOMING_RECORDING_SECONDS = 300;

/** Audio of one event: some seconds of any format. */
export const MAX_WYOMING_PAYLOAD_BYTES = 1024 * 1024;

/**
 * The header line, and the data after it. Clients before version 1.5 of the protocol's library put all data, and thus
 * the text to be spoken, into the header.
 */
export const maxWyomingJsonBytes = maxSpeakBodyBytes;

/** With more than this read and not yet dealt with, no more is read. */
export const MAX_WAITING_WYOMING_EVENTS = 64;
export const MAX_WAITING_WYOMING_BYTES = 256 * 1024;

/** With more than this unread by the client, what it asks for waits. */
export const MAX_UNREAD_WYOMING_BYTES = 256 * 1024;
