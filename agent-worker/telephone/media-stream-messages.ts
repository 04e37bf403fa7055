/**
 * Messages of Twilio's Media Streams protocol, as far as a server of bidirectional streams receives them
 * (https://www.twilio.com/docs/voice/media-streams/websocket-messages).
 */
import { parseJson } from '../../media/json.ts';

/** Data about a call, apart from its audio. */
export interface StreamStart {
  readonly streamSid: string;
  readonly callSid: string | null;
  readonly format: { readonly encoding: string; readonly sampleRate: number; readonly channels: number };
  readonly customParameters: Readonly<Record<string, string>>;
}

export type StreamEvent =
  | { readonly event: 'start'; readonly start: StreamStart }
  | {
      readonly event: 'media';
      /** Mu-law, 8 kHz. */
      readonly payload: Uint8Array;
      /** Counts up within the track; null if absent. */
      readonly chunk: number | null;
    }
  | { readonly event: 'mark'; readonly name: string }
  | { readonly event: 'dtmf'; readonly digit: string }
  | { readonly event: 'stop' }
  /** Ignored: `connected`, audio of another track, event types added later. */
  | { readonly event: 'other' }
  /** Not a message of the protocol. */
  | { readonly event: 'broken' };

/** The only format of the protocol. */
const DEFAULT_FORMAT = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 } as const;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const KEYS = /^[0-9A-D*#]$/;
const MAX_SID_CHARS = 128;
const MAX_PARAMETERS = 64;
const MAX_PARAMETER_CHARS = 1000;

type Fields = Readonly<Record<string, unknown>>;

/** Never throws: anything that is not a message of the protocol is `broken`. */
export function parseStreamEvent(text: string): StreamEvent {
  const message = record(parsed(text));
  if (!message) return { event: 'broken' };
  switch (message.event) {
    case 'start':
      return startOf(message);
    case 'media':
      return mediaOf(record(message.media));
    case 'mark': {
      const name = record(message.mark)?.name;
      return typeof name === 'string' ? { event: 'mark', name } : { event: 'broken' };
    }
    case 'dtmf': {
      const digit = record(message.dtmf)?.digit;
      return typeof digit === 'string' && KEYS.test(digit) ? { event: 'dtmf', digit } : { event: 'broken' };
    }
    case 'stop':
      return { event: 'stop' };
    default:
      return typeof message.event === 'string' ? { event: 'other' } : { event: 'broken' };
  }
}

/** Whether a format is that of telephone lines. */
export function isTelephoneFormat({ encoding, sampleRate, channels }: StreamStart['format']): boolean {
  return (
    encoding === DEFAULT_FORMAT.encoding &&
    sampleRate === DEFAULT_FORMAT.sampleRate &&
    channels === DEFAULT_FORMAT.channels
  );
}

function startOf(message: Fields): StreamEvent {
  const start = record(message.start);
  if (!start) return { event: 'broken' };
  const streamSid = sid(start.streamSid) ?? sid(message.streamSid);
  if (streamSid === null) return { event: 'broken' };
  const format = record(start.mediaFormat) ?? DEFAULT_FORMAT;
  return {
    event: 'start',
    start: {
      streamSid,
      callSid: sid(start.callSid),
      format: {
        encoding: String(format.encoding),
        sampleRate: Number(format.sampleRate),
        channels: Number(format.channels ?? 1),
      },
      customParameters: parametersOf(record(start.customParameters) ?? {}),
    },
  };
}

function mediaOf(media: Fields | null): StreamEvent {
  if (!media) return { event: 'broken' };
  const { track = 'inbound', payload, chunk } = media;
  if (track !== 'inbound') return { event: 'other' };
  if (typeof payload !== 'string' || !BASE64.test(payload)) return { event: 'broken' };
  const number = chunk === undefined ? Number.NaN : Number(chunk);
  return {
    event: 'media',
    payload: Buffer.from(payload, 'base64'),
    chunk: Number.isSafeInteger(number) ? number : null,
  };
}

/** Keeps texts of reasonable length, up to a limited number. */
function parametersOf(given: Fields): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(given).slice(0, MAX_PARAMETERS)) {
    if (typeof value !== 'string' || name === '__proto__') continue;
    if (name.length <= MAX_PARAMETER_CHARS && value.length <= MAX_PARAMETER_CHARS) kept[name] = value;
  }
  return kept;
}

function sid(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_SID_CHARS ? value : null;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function record(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
