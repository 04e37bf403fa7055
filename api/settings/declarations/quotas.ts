import { setting } from '../declaration.ts';
import { wholeNumber } from '../kinds.ts';

const MOST = 1_000_000;

/** How much one owner may store. */
export const QUOTA_SETTINGS = {
  maxAgentsPerOwner: setting('MAX_AGENTS_PER_OWNER', wholeNumber(1, MOST), 200, 'Agents.'),
  maxAgentMibPerOwner: setting(
    'MAX_AGENT_MIB_PER_OWNER',
    wholeNumber(1, MOST),
    8,
    'Size of agents, with their prompts and all other fields.',
  ),
  maxVoicesPerOwner: setting(
    'MAX_VOICES_PER_OWNER',
    wholeNumber(1, MOST),
    200,
    'Cloned voices, candidates included.',
  ),
  maxCandidateSetsPerOwner: setting(
    'MAX_CANDIDATE_SETS_PER_OWNER',
    wholeNumber(1, MOST),
    25,
    'Sets of candidates from assisted cloning.',
  ),
  maxPronunciationsPerOwner: setting(
    'MAX_PRONUNCIATIONS_PER_OWNER',
    wholeNumber(1, MOST),
    5000,
    'Pronunciations, in all languages together. They are in memory while the owner speaks.',
  ),
  maxConversationsPerOwner: setting(
    'MAX_CONVERSATIONS_PER_OWNER',
    wholeNumber(1, MOST),
    20_000,
    'Conversations with a transcript. What begins beyond this or the next two limits is held, and not kept.',
  ),
  maxTranscriptMibPerOwner: setting(
    'MAX_TRANSCRIPT_MIB_PER_OWNER',
    wholeNumber(1, MOST),
    256,
    'Size of transcripts.',
  ),
  maxRecordingMibPerOwner: setting(
    'MAX_RECORDING_MIB_PER_OWNER',
    wholeNumber(1, MOST),
    4096,
    'Size of recordings. An hour has about 20.',
  ),
  maxWebhooksPerOwner: setting('MAX_WEBHOOKS_PER_OWNER', wholeNumber(1, MOST), 20, 'Webhooks.'),
  maxRoomSessionsPerOwner: setting(
    'MAX_ROOM_SESSIONS_PER_OWNER',
    wholeNumber(1, MOST),
    500,
    'Conversations in rooms at a time, from the token on, whether or not the caller has come.',
  ),
  maxCallsPerOwner: setting(
    'MAX_CALLS_PER_OWNER',
    wholeNumber(1, MOST),
    5,
    'Outgoing calls that are made at a time. Others wait in the queue.',
  ),
  maxWaitingCallsPerOwner: setting(
    'MAX_WAITING_CALLS_PER_OWNER',
    wholeNumber(1, MOST),
    1000,
    'Outgoing calls, waiting and in progress.',
  ),
  restoreMaxJobs: setting(
    'RESTORE_MAX_JOBS',
    wholeNumber(1, MOST),
    500,
    'Restore jobs of one owner, finished ones included, until they are deleted or expire.',
  ),
} as const;
