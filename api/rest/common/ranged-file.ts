import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '../../errors/api-error.ts';
import { rangeIn } from './byte-range.ts';

/** A file that is read as it is sent. */
export interface RangedFile {
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Value of Content-Disposition. */
  readonly disposition: string;
  /** Reads from byte `from` up to but not including `to`. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}

/**
 * Sends a file, or the range of it that the request asks for (RFC 9110 section 14).
 * @throws ApiError 416
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: RangedFile): FastifyReply {
  const { size, contentType, disposition } = file;
  const range = rangeIn(request.headers.range, size);
  if (range === 'unsatisfiable') {
    throw refusal('range_unsatisfiable', {
      values: { bytes: size },
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const { from, to } = range ?? { from: 0, to: size };
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`);
  reply
    .type(contentType)
    .header('content-length', to - from)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', disposition)
    .header('x-content-type-options', 'nosniff');
  return reply.send(Readable.from(file.read(from, to), { objectMode: false }));
}
