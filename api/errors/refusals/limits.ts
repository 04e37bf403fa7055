import type { RefusalDefinition } from './refusal.ts';

/** A limit of size, count or rate is exceeded. */
export const LIMIT_REFUSALS = {
  streams_at_limit: {
    status: 429,
    text: ({ open }: { open: number }) =>
      `This API key has ${open} open streams, which is the maximum (MAX_STREAMS_PER_KEY)`,
  },
  characters_at_limit: {
    status: 429,
    text: ({ perMinute }: { perMinute: number }) =>
      `This API key has used up its ${perMinute} characters per minute (MAX_CHARACTERS_PER_MINUTE)`,
  },
  large_json_at_limit: {
    status: 429,
    text: ({ mib }: { mib: number }) => `More than ${mib} MiB of JSON a minute came in large bodies`,
  },
  text_waiting_at_limit: {
    status: 429,
    text: ({ max }: { max: number }) =>
      `More than ${max} characters are waiting to be spoken; send text as it is spoken`,
  },
  owner_at_limit: {
    status: 429,
    text: ({ running, what }: { running: number; what: string }) =>
      `You have ${running} ${what} in progress, which is the maximum`,
  },
  server_at_limit: {
    status: 429,
    text: ({ what }: { what: string }) => `The server has reached its limit of ${what} in progress`,
  },
  quota_reached_for_now: {
    status: 429,
    text: ({ what, max, setting }: { what: string; max: number; setting: string }) =>
      `An owner may have at most ${max} ${what} at a time (${setting})`,
  },
  restores_waiting_at_limit: {
    status: 429,
    text: ({ max }: { max: number }) =>
      `You have ${max} recordings waiting to be restored, which is the maximum (RESTORE_MAX_WAITING)`,
  },
  restore_space_at_limit: {
    status: 429,
    text: ({ mib }: { mib: number }) =>
      `Your recordings take up all of the ${mib} MiB available to one owner (RESTORE_MAX_MIB): ` +
      'delete those that you have downloaded with DELETE /restore/{job_id}',
  },
  restore_jobs_at_limit: {
    status: 429,
    text: ({ max }: { max: number }) =>
      `You have ${max} restore jobs, which is the maximum (RESTORE_MAX_JOBS): delete those whose result you have ` +
      'downloaded with DELETE /restore/{job_id}',
  },
  credentials_at_limit: {
    status: 429,
    text: 'Too many wrong credentials came from your address (MAX_WRONG_CREDENTIALS_PER_MINUTE)',
    remedy:
      'Wait for `Retry-After`, and correct the credentials. Keys that worked before, and valid JWTs, are not affected.',
  },
  demo_address_at_limit: {
    status: 429,
    text: ({ what }: { what: string }) => `Too many ${what} from your address`,
  },
  demo_at_limit: {
    status: 429,
    text: ({ what }: { what: string }) => `Too many ${what} at the moment`,
  },
} as const satisfies Record<string, RefusalDefinition>;
