/** Entries of transcripts. Each conversation has its own key, which is encrypted like other secrets. */
import type { TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import type { SealedEntry } from '../../storage/conversations.ts';
import { decrypt, encrypt, newKey, type SecretEncryption } from '../secret-encryption.ts';

/** Encrypts and decrypts the entries of one conversation. */
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
  seal(entry: number, content: TranscriptEntry): SealedEntry {
    return { entry, sealed: encrypt(JSON.stringify(content), this.#key, this.#context(entry)) };
  }

  /** @throws UnsealError */
  open({ entry, sealed }: SealedEntry): TranscriptEntry {
    return JSON.parse(decrypt(sealed, this.#key, this.#context(entry))) as TranscriptEntry;
  }

  #context(entry: number): string {
    return `${this.#conversationId} ${entry}`;
  }
}
