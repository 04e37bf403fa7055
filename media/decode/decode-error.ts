/** What keeps an upload from becoming sound. */
export type DecodeReason = 'unknown_format' | 'damaged' | 'too_long' | 'empty' | 'unsupported';

/** For people who ask what they may send. */
export const ACCEPTED_FORMATS = 'WAV, MP3, FLAC, Ogg (Opus, Vorbis or FLAC) and WebM (Opus or Vorbis)';

/**
 * The bytes of an upload cannot be used. The message is written for the person who sent them: what was found and what
 * to do. It never quotes the file.
 */
export class DecodeError extends Error {
  readonly reason: DecodeReason;

  constructor(reason: DecodeReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DecodeError';
    this.reason = reason;
  }
}

/** A format that was recognised but is not decoded here. */
export function unsupported(found: string): DecodeError {
  return new DecodeError(
    'unsupported',
    `This is ${found}, which is not supported. Convert it to one of these: ${ACCEPTED_FORMATS}.`,
  );
}

/** `format` as a person knows it, such as "MP3". */
export function damaged(format: string, cause?: unknown): DecodeError {
  return new DecodeError(
    'damaged',
    `This ${format} file is damaged or incomplete and cannot be decoded. Export or upload it again.`,
    cause === undefined ? {} : { cause },
  );
}
