import { refusal } from '../../errors/api-error.ts';
import { type Bucket, isMissing } from '../../storage/bucket.ts';
import type { Database } from '../../storage/database.ts';
import { type RecordingPart, readRecordingPart } from '../../storage/recordings.ts';
import { SEALED_EXTRA_BYTES } from '../secret-encryption.ts';

export interface RecordingPlaces {
  readonly db: Database;
  /** Null where no bucket is set up. */
  readonly bucket: Bucket | null;
}

/**
 * Reads the encrypted parts of a recording in their order, from the database or the bucket, also while it is moved.
 * @param parts all of them
 * @param first index of the one to begin with
 * @throws ApiError 404 when the object is gone, 503 when the bucket does not answer; Error when the recording was
 *   deleted meanwhile
 */
export async function* sealedParts(
  { db, bucket }: RecordingPlaces,
  conversationId: string,
  parts: readonly RecordingPart[],
  first = 0,
): AsyncGenerator<Uint8Array> {
  for (const [i, { part }] of parts.entries()) {
    if (i < first) continue;
    const stored = await readRecordingPart(db, conversationId, part);
    if (stored === undefined) throw new Error('a part of a recording is missing');
    if (stored.isMoved) {
      yield* partsInBucket(bucket, conversationId, parts, i);
      return;
    }
    yield stored.sealed;
  }
}

async function* partsInBucket(
  bucket: Bucket | null,
  conversationId: string,
  parts: readonly RecordingPart[],
  first: number,
): AsyncGenerator<Uint8Array> {
  const sizes = parts.map(({ bytes }) => bytes + SEALED_EXTRA_BYTES);
  const from = sizes.slice(0, first).reduce((sum, size) => sum + size, 0);
  const wanted = sizes.slice(first);
  try {
    if (bucket === null) throw new Error('S3_BUCKET is not set');
    let waiting = Buffer.alloc(0);
    for await (const chunk of bucket.read(conversationId, from)) {
      waiting = Buffer.concat([waiting, chunk]);
      while (wanted.length > 0 && waiting.length >= wanted[0]!) {
        const size = wanted.shift()!;
        yield waiting.subarray(0, size);
        waiting = waiting.subarray(size);
      }
    }
    if (wanted.length > 0) throw new Error('the object is shorter than its recording');
  } catch (cause) {
    if (isMissing(cause)) throw refusal('no_recording', { values: { conversationId }, cause });
    throw refusal('recording_unavailable', { cause });
  }
}
