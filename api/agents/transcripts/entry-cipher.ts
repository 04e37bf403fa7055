/** Encrypts stored conversations. Each has its own key, which is encrypted like other secrets. */
import type { SealedEntry } from '../../storage/conversations.ts';
import type { SealedTimelinePart } from '../../storage/timelines.ts';
import {
  decrypt,
  decryptBytes,
  encrypt,
  encryptBytes,
  newKey,
  type SecretEncryption,
} from '../secret-encryption.ts';

/** Encrypts and decrypts the entries, the timeline and the recording of one conversation. */
export class EntryCipher {
  readonly #conversationId: string;
  readonly #key: Uint8Array;

  private constructor(conversationId: string, key: Uint8Array) {
    this.#conversationId = conversationId;
    this.#key = key;
  }

  static create(conversationId: string): EntryCipher {
    return new EntryCipher(conversationId, newKey());
  }

  /** @throws UnsealError */
  static async open(
    sealer: SecretEncryption,
    conversationId: string,
    sealedKey: string,
  ): Promise<EntryCipher> {
    const key = Buffer.from(await sealer.open(sealedKey, conversationId), 'base64url');
    return new EntryCipher(conversationId, key);
  }

  /** Returns the key, encrypted for the conversation. */
  sealedKey(sealer: SecretEncryption): Promise<string> {
    return sealer.seal(Buffer.from(this.#key).toString('base64url'), this.#conversationId);
  }

  /** @param entry number of the entry; decryption needs the same one */
  seal(entry: number, content: unknown): SealedEntry {
    return { entry, sealed: encrypt(JSON.stringify(content), this.#key, this.#context(entry)) };
  }

  /** @throws UnsealError */
  open({ entry, sealed }: SealedEntry): unknown {
    return JSON.parse(decrypt(sealed, this.#key, this.#context(entry)));
  }

  /** @param part number of a part of the timeline; decryption needs the same one */
  sealTimeline(part: number, content: unknown): string {
    return encrypt(JSON.stringify(content), this.#key, this.#context(`timeline ${part}`));
  }

  /** @throws UnsealError */
  openTimeline({ part, sealed }: SealedTimelinePart): unknown {
    return JSON.parse(decrypt(sealed, this.#key, this.#context(`timeline ${part}`)));
  }

  /** @param part number of a part of the recording; decryption needs the same one */
  sealPart(part: number, bytes: Uint8Array): Buffer {
    return encryptBytes(bytes, this.#key, this.#context(`recording ${part}`));
  }

  /** @throws UnsealError */
  openPart(part: number, sealed: Uint8Array): Buffer {
    return decryptBytes(sealed, this.#key, this.#context(`recording ${part}`));
  }

  #context(what: number | string): string {
    return `${this.#conversationId} ${what}`;
  }
}
