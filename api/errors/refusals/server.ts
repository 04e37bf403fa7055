import type { RefusalDefinition } from './refusal.ts';

/** The server cannot process any such request at the moment. */
export const SERVER_REFUSALS = {
  client_gone: {
    status: 499,
    text: 'The client is gone',
    remedy: 'Nothing: it appears only in logs and metrics.',
  },
  internal: {
    status: 500,
    text: 'Internal Server Error',
    remedy: 'An internal error; details are in the log of the server.',
  },
  server_overloaded: {
    status: 503,
    text: 'The server has more to do than it can; it takes no new work until that is over. Try again in a few seconds',
  },
  not_ready: {
    status: 503,
    headers: { 'retry-after': '5' },
    text: ({ reason }: { reason: string }) => `The server takes no new clients now: it is ${reason}`,
    remedy: 'Nothing: `/readyz` tells load balancers. Its words are `starting`, `draining` and `overloaded`.',
  },
  database_unavailable: {
    status: 503,
    headers: { 'retry-after': '1' },
    text: 'The database does not answer; try again',
  },
  recording_unavailable: {
    status: 503,
    headers: { 'retry-after': '10' },
    text: 'The store of recordings does not answer; try again',
    remedy: 'The log of the server says why; the operator checks S3_BUCKET and what belongs to it.',
  },
  storage_full: {
    status: 507,
    headers: { 'retry-after': '60' },
    text: 'The disk of the database is full: nothing was stored. What needs no storage still works',
    remedy: 'The operator has to make room; then the same request works. Deleting may work before.',
  },
  model_unavailable: {
    status: 503,
    headers: { 'retry-after': '60' },
    text: ({ reason }: { reason: string }) => `The model cannot be fetched: ${reason}`,
    remedy:
      'The text says why; where the hub cannot be reached, the operator sets MODEL_HUB_URL or HTTPS_PROXY.',
  },
  livekit_not_set_up: {
    status: 503,
    text:
      'This server is not connected to LiveKit, so there are no rooms: its operator must set LIVEKIT_URL, ' +
      'LIVEKIT_API_KEY and LIVEKIT_API_SECRET',
  },
  calls_not_set_up: {
    status: 503,
    text: ({ via, settings }: { via: string; settings: string }) =>
      `This server makes no calls by ${via}: its operator must set ${settings}`,
  },
  no_conversations: {
    status: 503,
    text: 'This server does not host conversations',
  },
  challenge_unavailable: {
    status: 503,
    headers: { 'retry-after': '5' },
    text: 'The challenge cannot be verified at the moment; try again',
    remedy: 'Try again; the log says what is wrong with the service that verifies it.',
  },
  demo_full: {
    status: 503,
    headers: { 'retry-after': '60' },
    text: 'The demo has too many visitors at the moment',
  },
  demo_too_busy: {
    status: 503,
    headers: { 'retry-after': '5' },
    text: 'The server is too busy at the moment',
  },
} as const satisfies Record<string, RefusalDefinition>;
