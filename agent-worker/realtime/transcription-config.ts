/** Sessions that transcribe and do not answer: the accepted events, and the settings in effect. */
import { z } from 'zod';
import { EventId, type EventKinds, SOUND_EVENTS } from './client-events.ts';
import {
  describeFormat,
  describeTranscription,
  Format,
  heardAs,
  ignored,
  only,
  type RealtimeFormat,
  Transcription,
  TurnDetection,
} from './session-config.ts';

/** A session in the fields of `session.update`; absent fields keep their values. */
const TranscriptionChanges = z.strictObject({
  type: only(['transcription', null], 'only "transcription": connect without ?intent for a conversation'),
  audio: z
    .object({
      input: z
        .object({
          format: Format.nullish(),
          transcription: Transcription.nullish(),
          turn_detection: TurnDetection.nullish(),
        })
        .nullish(),
    })
    .nullish(),
  include: ignored,
  // Fields that clients copy from the session that was reported to them.
  id: ignored,
  object: ignored,
  expires_at: ignored,
  client_secret: ignored,
});
type TranscriptionChanges = z.infer<typeof TranscriptionChanges>;

const TranscriptionEvent = z.discriminatedUnion('type', [
  z.strictObject({
    // In the current format, and in that of the beta.
    type: z.enum(['session.update', 'transcription_session.update']),
    event_id: EventId,
    session: TranscriptionChanges,
  }),
  ...SOUND_EVENTS,
  z.strictObject({ type: z.literal('input_audio_buffer.commit'), event_id: EventId }),
]);
export type TranscriptionEvent = z.infer<typeof TranscriptionEvent>;

const NO_AGENT = 'this session only transcribes; connect without ?intent=transcription to be answered';

export const TRANSCRIPTION_EVENTS: EventKinds<TranscriptionEvent> = {
  schema: TranscriptionEvent,
  elsewhere: {
    'response.create': NO_AGENT,
    'response.cancel': NO_AGENT,
    'output_audio_buffer.clear': NO_AGENT,
    'conversation.item.create': NO_AGENT,
    'conversation.item.truncate': NO_AGENT,
    'conversation.item.delete': NO_AGENT,
    'conversation.item.retrieve': NO_AGENT,
  },
};

export interface TranscriptionConfig {
  /** Null lets the recogniser detect it. */
  readonly lang: string | null;
  /** Words that may be said, for the recogniser. */
  readonly recognitionPrompt: string | null;
  /** Null if the client commits turns itself. */
  readonly turnDetection: TurnDetection | null;
  readonly input: RealtimeFormat;
}

export const DEFAULT_TRANSCRIPTION: TranscriptionConfig = {
  lang: null,
  recognitionPrompt: null,
  turnDetection: TurnDetection.parse({ type: 'server_vad' }),
  input: 'audio/pcm',
};

/** The settings with changes applied. */
export function withTranscriptionChanges(
  before: TranscriptionConfig,
  { audio }: TranscriptionChanges,
): TranscriptionConfig {
  const { transcription, turn_detection: turnDetection, format } = audio?.input ?? {};
  const { lang, recognitionPrompt } = heardAs(transcription);
  return {
    lang: lang ?? before.lang,
    recognitionPrompt: recognitionPrompt ?? before.recognitionPrompt,
    turnDetection: turnDetection === undefined ? before.turnDetection : turnDetection,
    input: format ?? before.input,
  };
}

/** The session in effect, as sent to its client. */
export function describeTranscriptionSession(id: string, config: TranscriptionConfig, isBeta: boolean) {
  const { turnDetection: turn_detection, input } = config;
  const transcription = describeTranscription(config);
  if (isBeta) {
    return {
      object: 'realtime.transcription_session',
      id,
      input_audio_format: input === 'audio/pcm' ? 'pcm16' : 'g711_ulaw',
      input_audio_transcription: transcription,
      input_audio_noise_reduction: null,
      turn_detection,
    };
  }
  const audio = {
    input: { format: describeFormat(input), transcription, noise_reduction: null, turn_detection },
  };
  return { type: 'transcription', object: 'realtime.transcription_session', id, audio, include: null };
}
