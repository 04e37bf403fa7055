import { randomBytes } from 'node:crypto';
import { AGENT_SAMPLE_RATE } from '../../agent-worker/audio-rates.ts';
import { conferenceInstructions, HANG_UP } from '../../agent-worker/telephone/twilio-calls.ts';
import type { Announcement } from '../../agent-worker/telephone/twilio-person.ts';
import { TAKES_CALL } from '../../agent-worker/tools/warm-transfer.ts';
import { SpeechEncoder } from '../../media/live/speech-encoder.ts';
import { wavHeader } from '../../media/wav.ts';
import type { SecretEncryption } from '../agents/secret-encryption.ts';
import { refusal } from '../errors/api-error.ts';
import type { Database } from '../storage/database.ts';
import { deleteTransfer, findTransfer, insertTransfer, recordTransferKey } from '../storage/transfers.ts';

/** Longer than a person is called and asked. */
const LIFETIME_MS = 300_000;
const TELEPHONE_RATE = 8000;
/** Ids are credentials: whoever knows one may hear what the person is told. */
const ID_BYTES = 24;

export interface TransfersDeps {
  readonly db: Database;
  readonly sealer: SecretEncryption;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * What people are told before they take a call, and the key that they press then. Twilio asks any process, so both are
 * in the database.
 */
export class Transfers {
  readonly #deps: TransfersDeps;
  readonly #now: () => number;

  constructor(deps: TransfersDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /** @param publicUrl where Twilio reaches this server, without a slash at the end */
  async announce(publicUrl: string, sound: Int16Array): Promise<Announcement> {
    const { db, sealer } = this.#deps;
    const id = randomBytes(ID_BYTES).toString('base64url');
    const sealed = await sealer.seal(telephoneWav(sound).toString('base64'), id);
    const nowMs = this.#now();
    await insertTransfer(db, { id, sealed, expiresAtMs: nowMs + LIFETIME_MS }, nowMs);
    const url = `${publicUrl}/transfers/${id}`;
    return {
      soundUrl: `${url}/announcement.wav`,
      keyUrl: `${url}/key`,
      conference: conferenceOf(id),
      key: async () => (await findTransfer(db, id, this.#now()))?.key ?? null,
      close: () => deleteTransfer(db, id),
    };
  }

  /** @returns a WAV file. @throws ApiError 404 */
  async sound(id: string): Promise<Buffer> {
    const { db, sealer } = this.#deps;
    const found = await findTransfer(db, id, this.#now());
    if (!found) throw refusal('not_found');
    return Buffer.from(await sealer.open(found.sealed, id), 'base64');
  }

  /** The person has pressed a key. @returns TwiML: how their call goes on. @throws ApiError 404 */
  async pressed(id: string, key: string): Promise<string> {
    if (!(await recordTransferKey(this.#deps.db, id, key, this.#now()))) throw refusal('not_found');
    return key === TAKES_CALL ? conferenceInstructions(conferenceOf(id)) : HANG_UP;
  }
}

/** Without what is a credential. */
const conferenceOf = (id: string): string => `parley-${id.slice(0, ID_BYTES / 2)}`;

function telephoneWav(sound: Int16Array): Buffer {
  const encoding = { inRate: AGENT_SAMPLE_RATE, outRate: TELEPHONE_RATE, encoding: 'pcm_mulaw' } as const;
  const encoder = new SpeechEncoder(encoding);
  const bytes = Buffer.concat([encoder.push(sound), encoder.flush()]);
  const padded = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
  return Buffer.concat([wavHeader({ sampleRate: TELEPHONE_RATE, encoding: 'mulaw' }, bytes.length), padded]);
}
