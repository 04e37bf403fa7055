/** Limits of the Wyoming door, whose clients need no credentials. */
import type { ConcurrencyOptions } from './concurrency.ts';
import { maxSpeakBodyBytes } from './requests.ts';

/** Open connections. "Owner" means client network here. Home Assistant opens one for each utterance and command. */
export const WYOMING_CONNECTIONS: ConcurrencyOptions = {
  total: 128,
  perOwner: 32,
  what: 'connections',
  retryAfterSeconds: 1,
};

/** Recordings that are being received or recognised. "Owner" means client network here. */
export const WYOMING_RECORDINGS: ConcurrencyOptions = {
  total: 16,
  perOwner: 8,
  what: 'recordings',
  retryAfterSeconds: 1,
};

/** Maximum length of one recording. A command is a few seconds long. At 16 kHz this is 10 MB. */
export const MAX_WYOMING_RECORDING_SECONDS = 300;

/** Maximum audio of one event: some seconds of any format. */
export const MAX_WYOMING_PAYLOAD_BYTES = 1024 * 1024;

/**
 * Limit of the header line and the data after it. Clients before version 1.5 of the protocol's library put all data,
 * including the text to be spoken, into the header.
 */
export const maxWyomingJsonBytes = maxSpeakBodyBytes;

/** Above this number of unprocessed events, reading stops. */
export const MAX_WAITING_WYOMING_EVENTS = 64;
export const MAX_WAITING_WYOMING_BYTES = 256 * 1024;

/** Above this amount of unread data, a client's requests wait. */
export const MAX_UNREAD_WYOMING_BYTES = 256 * 1024;
