/** A bucket of a store that speaks the protocol of Amazon S3. */
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Settings } from '../settings/settings.ts';

export type BucketSettings = Pick<
  Settings,
  's3Bucket' | 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'
>;

const CONNECT_MS = 5000;
/** Longest time in which nothing arrives or leaves. */
const SILENT_MS = 30_000;
/** Of all objects, so that a bucket may be shared. */
const PREFIX = 'parley/recordings/';

/** Objects by their keys. All methods throw the errors of the library. */
export class Bucket {
  readonly name: string;
  readonly #settings: BucketSettings;
  #client: Promise<S3Client> | null = null;

  private constructor(name: string, settings: BucketSettings) {
    this.name = name;
    this.#settings = settings;
  }

  /** Nothing is sent yet. @returns null when the settings name no bucket */
  static of(settings: BucketSettings): Bucket | null {
    return settings.s3Bucket === null ? null : new Bucket(settings.s3Bucket, settings);
  }

  /** Writes a whole object, or nothing. @param size of all chunks, in bytes */
  async write(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    size: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { PutObjectCommand } = await library();
    const body = Readable.from(chunks, { objectMode: false });
    const command = new PutObjectCommand({ ...this.#place(key), Body: body, ContentLength: size });
    try {
      await (await this.#open()).send(command, { abortSignal: signal });
    } finally {
      body.destroy();
    }
  }

  /** Reads an object from a byte on; what is not read is not fetched. */
  async *read(key: string, from: number): AsyncGenerator<Uint8Array> {
    const { GetObjectCommand } = await library();
    const command = new GetObjectCommand({ ...this.#place(key), Range: `bytes=${from}-` });
    const { Body: body } = await (await this.#open()).send(command);
    // Ends with the loop, however that ends.
    yield* body as Readable;
  }

  /** Deletes an object, if it exists. */
  async delete(key: string): Promise<void> {
    const { DeleteObjectCommand } = await library();
    const client = await this.#open();
    // Some stores say so if another process was faster.
    await client.send(new DeleteObjectCommand(this.#place(key))).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  async close(): Promise<void> {
    (await this.#client)?.destroy();
  }

  #place(key: string) {
    return { Bucket: this.name, Key: `${PREFIX}${key}` };
  }

  #open(): Promise<S3Client> {
    this.#client ??= library().then((s3) => {
      const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = this.#settings;
      const isKeyGiven = s3AccessKeyId !== null && s3SecretAccessKey !== null;
      return new s3.S3Client({
        region: s3Region,
        // Outside of Amazon the name of a bucket is seldom a host name.
        ...(s3Endpoint !== null && { endpoint: s3Endpoint, forcePathStyle: true }),
        ...(isKeyGiven && {
          credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey },
        }),
        // Other stores do not know Amazon's newer checksums; the encryption finds every change.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // It would write to the console. Errors are reported by who uses the bucket.
        logger: { debug: silent, info: silent, warn: silent, error: silent },
        requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
      });
    });
    return this.#client;
  }
}

/** Whether the error says that there is no such object. */
export const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchKey';

const silent = (): void => undefined;

/** Loaded only where a bucket is used. */
const library = () => import('@aws-sdk/client-s3');
