import { type ErrorDefinition, type ErrorValues, errorText } from '../error-definition.ts';

/** General reason why an upload cannot be decoded. */
export type DecodeReason = 'unknown_format' | 'damaged' | 'too_long' | 'empty' | 'unsupported';

/** For users who ask which formats are accepted. */
const ACCEPTED_FORMATS =
  'WAV, MP3, FLAC, M4A or MP4 (AAC or Opus), Ogg (Opus, Vorbis or FLAC) and WebM (Opus or Vorbis)';

export interface DecodeErrorDefinition extends ErrorDefinition {
  readonly reason: DecodeReason;
}

/**
 * Every reason why an upload cannot be decoded, by its kind. The texts are for the person who sent it: they state what
 * was found and what to do. They never quote the file.
 */
export const DECODE_ERRORS = {
  file_empty: {
    reason: 'empty',
    text: `The file is empty. Send a recording as one of these: ${ACCEPTED_FORMATS}.`,
  },
  file_without_sound: {
    reason: 'empty',
    text: ({ format }: { format: string }) =>
      `This ${format} file contains no audio, or its end is missing. Record or export it again.`,
  },
  format_unknown: {
    reason: 'unknown_format',
    text: `Unknown file format. Accepted formats are ${ACCEPTED_FORMATS}.`,
  },
  format_unsupported: {
    reason: 'unsupported',
    text: ({ found }: { found: string }) =>
      `This is ${found}, which is not supported. Convert it to one of these: ${ACCEPTED_FORMATS}.`,
  },
  file_damaged: {
    reason: 'damaged',
    text: ({ format }: { format: string }) =>
      `This ${format} file is damaged or incomplete and cannot be decoded. Export or upload it again.`,
  },
  wav_damaged: {
    reason: 'damaged',
    text: ({ fault }: { fault: string }) => `This WAV file is damaged: ${fault}. Export or upload it again.`,
  },
  sound_too_long: {
    reason: 'too_long',
    text: ({ seconds }: { seconds: number }) =>
      `The recording is longer than ${seconds} seconds, which is the maximum. Send a shorter part of it.`,
  },
  sound_too_large: {
    reason: 'too_long',
    text: ({ channels, rate }: { channels: number; rate: number }) =>
      `This file contains too much audio: ${channels} channels at ${rate} Hz. ` +
      'Send it in mono or stereo, at 48000 Hz or less.',
  },
} as const satisfies Record<string, DecodeErrorDefinition>;

export type DecodeErrorKind = keyof typeof DECODE_ERRORS;

/** A kind, and the values that its text needs, if any. */
export type DecodeErrorArguments = {
  [K in DecodeErrorKind]: ErrorValues<(typeof DECODE_ERRORS)[K]> extends undefined
    ? [kind: K, values?: undefined, options?: ErrorOptions]
    : [kind: K, values: ErrorValues<(typeof DECODE_ERRORS)[K]>, options?: ErrorOptions];
}[DecodeErrorKind];

/** Error for uploads whose bytes cannot be decoded. */
export class DecodeError extends Error {
  readonly kind: DecodeErrorKind;
  readonly reason: DecodeReason;

  constructor(...[kind, values, options]: DecodeErrorArguments) {
    const definition: DecodeErrorDefinition = DECODE_ERRORS[kind];
    super(errorText(definition, values as never), options);
    this.name = 'DecodeError';
    this.kind = kind;
    this.reason = definition.reason;
  }
}

/** Error for a format that was detected but is not supported. */
export function unsupported(found: string): DecodeError {
  return new DecodeError('format_unsupported', { found });
}

/** `format` is the common name, such as "MP3". */
export function damaged(format: string, cause?: unknown): DecodeError {
  return new DecodeError('file_damaged', { format }, cause === undefined ? {} : { cause });
}
