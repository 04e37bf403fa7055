import type { RefusalDefinition } from './refusal.ts';

/** Requests that the Wyoming protocol does not support. */
export const WYOMING_REFUSALS = {
  wyoming_event_malformed: {
    status: 400,
    text: ({ fault }: { fault: string }) => `The event cannot be read: ${fault}`,
    remedy: 'Send a line of JSON for each event, followed by the bytes that it announces.',
  },
  wyoming_event_too_large: {
    status: 413,
    text: ({ part, max }: { part: string; max: number }) =>
      `The ${part} of an event must not be larger than ${max} bytes`,
  },
  wyoming_recording_too_long: {
    status: 413,
    text: ({ seconds }: { seconds: number }) => `A recording must not be longer than ${seconds} seconds`,
    remedy: 'Send a shorter recording, or use `POST /v1/audio/transcriptions`.',
  },
  wyoming_too_many_events: {
    status: 429,
    text: ({ perSecond }: { perSecond: number }) =>
      `More than ${perSecond} events per second were sent for too long`,
    remedy: 'Send larger chunks of audio, and fewer of them.',
  },
  wyoming_key_invalid: {
    status: 401,
    text: 'The key in WYOMING_API_KEY is unknown, revoked or expired',
  },
} as const satisfies Record<string, RefusalDefinition>;
