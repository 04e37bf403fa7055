import type { AllowedHost } from '../../../agent-worker/address-guard/allowed-hosts.ts';
import { setting } from '../declaration.ts';
import {
  callNumber,
  hostList,
  httpUrl,
  plainName,
  roomServerUrl,
  token,
  transferNumbers,
  twilioSid,
  wholeNumber,
} from '../kinds.ts';

const DAY_MS = 86_400_000;

/** Rooms, language models and tools of agents. */
export const AGENT_SETTINGS = {
  livekitUrl: setting(
    'LIVEKIT_URL',
    roomServerUrl,
    (): string | null => null,
    'Address of the LiveKit server, such as `ws://127.0.0.1:7880`, for conversations in rooms. It needs ' +
      '`LIVEKIT_API_KEY` and `LIVEKIT_API_SECRET`.',
    { fallbackText: 'none: no room tokens' },
  ),
  livekitPublicUrl: setting(
    'LIVEKIT_PUBLIC_URL',
    roomServerUrl,
    (): string | null => null,
    'Address at which callers reach the same LiveKit server, if it differs; returned with room tokens.',
    { fallbackText: '`LIVEKIT_URL`' },
  ),
  livekitApiKey: setting(
    'LIVEKIT_API_KEY',
    token,
    (): string | null => null,
    'API key of the LiveKit server.',
  ),
  livekitApiSecret: setting(
    'LIVEKIT_API_SECRET',
    token,
    (): string | null => null,
    'Secret of `LIVEKIT_API_KEY`, used to sign room tokens.',
    { secret: true },
  ),
  livekitAgentName: setting(
    'LIVEKIT_AGENT_NAME',
    plainName,
    'parley',
    'Agent name under which workers register with LiveKit and are dispatched. Installations that share a LiveKit ' +
      'server need different names.',
  ),
  llmBaseUrl: setting(
    'LLM_BASE_URL',
    httpUrl,
    (): string | null => null,
    'Address of an OpenAI-compatible API (`https://api.example.org/v1`) with the language model for agents. ' +
      'It needs `LLM_MODEL`.',
    { fallbackText: 'none: a few built-in rules answer' },
  ),
  llmApiKey: setting(
    'LLM_API_KEY',
    token,
    (): string | null => null,
    'API key for `LLM_BASE_URL`, if it requires one.',
    { secret: true },
  ),
  llmModel: setting('LLM_MODEL', token, (): string | null => null, 'Model to request from `LLM_BASE_URL`.'),
  mcpAllowHosts: setting(
    'MCP_ALLOW_HOSTS',
    hostList,
    (): readonly AllowedHost[] => [],
    'Hosts with private addresses that agents may nevertheless connect to, for [tools](agent-tools.md#tools) and ' +
      'language models of their own, and that webhooks may send to, with a port or without one (then all ports). ' +
      '`LLM_BASE_URL` needs no entry.',
    { fallbackText: 'none: public addresses only' },
  ),
  transferNumbers: setting(
    'TRANSFER_NUMBERS',
    transferNumbers,
    (): readonly string[] => [],
    'What agents may [transfer calls to](agent-tools.md#handling-the-call), at your expense: beginnings of telephone ' +
      'numbers, and whole SIP addresses.',
    { fallbackText: 'none: no transfers' },
  ),
  twilioAccountSid: setting(
    'TWILIO_ACCOUNT_SID',
    twilioSid,
    (): string | null => null,
    'Account at Twilio whose calls agents may transfer. It needs `TWILIO_AUTH_TOKEN` and `TRANSFER_NUMBERS`.',
  ),
  twilioAuthToken: setting(
    'TWILIO_AUTH_TOKEN',
    token,
    (): string | null => null,
    'Auth token of `TWILIO_ACCOUNT_SID`.',
    { secret: true },
  ),
  twilioBaseUrl: setting(
    'TWILIO_BASE_URL',
    httpUrl,
    'https://api.twilio.com',
    "Address of Twilio's REST API; regions have others.",
  ),
  twilioFrom: setting(
    'TWILIO_FROM',
    callNumber,
    (): string | null => null,
    'Number that warm transfers and outgoing calls by Twilio show, unless the request of a call names another one of ' +
      'the account.',
    { fallbackText: 'none: no warm transfers, and each request of a call has to name one' },
  ),
  livekitSipTrunkId: setting(
    'LIVEKIT_SIP_TRUNK_ID',
    token,
    (): string | null => null,
    'Outbound trunk of LiveKit SIP for warm transfers, and for outgoing calls unless the request names another one.',
    { fallbackText: 'none: no warm transfers, and each request of a call has to name one' },
  ),
  callNumbers: setting(
    'CALL_NUMBERS',
    transferNumbers,
    (): readonly string[] => [],
    'What agents may [call](agent-telephones.md#calling-a-telephone), at your expense: beginnings of telephone ' +
      'numbers, and whole SIP addresses.',
    { fallbackText: 'none: no outgoing calls' },
  ),
  callKeepDays: setting(
    'CALL_KEEP_DAYS',
    wholeNumber(1, 3650),
    30,
    'Days after its end until what is stored of an outgoing call is deleted: its number, variables and outcome.',
  ),
  maxAgentSessions: setting(
    'MAX_AGENT_SESSIONS',
    wholeNumber(1, 10_000),
    (): number | null => null,
    'Maximum number of concurrent conversations in this process.',
    { fallbackText: 'as many as the machine can answer, [as measured](operations.md#conversations)' },
  ),
  agentDrainMs: setting(
    'AGENT_DRAIN_MS',
    wholeNumber(0, DAY_MS),
    60_000,
    'Time that conversations get to finish after SIGTERM or SIGINT.',
  ),
} as const;
