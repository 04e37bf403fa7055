import type { TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import { refusal } from '../../errors/api-error.ts';
import { cursorOf, placeOf } from '../../http/page-cursor.ts';
import {
  type ConversationRecord,
  deleteConversation,
  expireConversations,
  findConversation,
  listConversationEntries,
  listConversations,
  SUMMARY_ENTRY,
} from '../../storage/conversations.ts';
import { deleteRecording, listRecordingParts } from '../../storage/recordings.ts';
import { listTimelineParts } from '../../storage/timelines.ts';
import type { SecretEncryption } from '../secret-encryption.ts';
import { EntryCipher } from './entry-cipher.ts';
import { KeptRecording } from './kept-recording.ts';
import type { RecordingPlaces } from './sealed-parts.ts';
import type { KeptMark } from './transcript-recorder.ts';

export interface TranscriptStoreDeps extends RecordingPlaces {
  readonly sealer: SecretEncryption;
}

export interface ConversationPage {
  readonly conversations: readonly ConversationRecord[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** A conversation with its transcript, in chronological order. */
export interface KeptConversation extends ConversationRecord {
  readonly transcript: readonly TranscriptEntry[];
  /** The model's summary; null for none. */
  readonly summary: Readonly<Record<string, unknown>> | null;
}

export interface MarkedConversation extends KeptConversation {
  /** In the order of their detection. */
  readonly marks: readonly KeptMark[];
}

/** The stored conversations of all owners. */
export class TranscriptStore {
  readonly #deps: TranscriptStoreDeps;

  constructor(deps: TranscriptStoreDeps) {
    this.#deps = deps;
  }

  /**
   * Lists conversations, newest first.
   * @param cursor from the previous page
   * @throws ApiError 422
   */
  async list(
    of: { readonly ownerId: string; readonly agentId: string },
    limit: number,
    cursor: string | null,
  ): Promise<ConversationPage> {
    const after = cursor === null ? null : placeOf(cursor);
    const asked = { limit: limit + 1, after, nowMs: Date.now() };
    const found = await listConversations(this.#deps.db, of, asked);
    const conversations = found.slice(0, limit);
    const last = conversations.at(-1);
    return {
      conversations,
      nextCursor: found.length > limit && last ? cursorOf({ at: last.startedAt, id: last.id }) : null,
    };
  }

  /** @throws ApiError 404 when the owner has no such conversation */
  async find(ownerId: string, id: string): Promise<KeptConversation> {
    const { conversation, cipher } = await this.#opened(ownerId, id);
    return this.#withTranscript(conversation, cipher);
  }

  /** With its timeline. @throws ApiError 404 as `find` */
  async findMarked(ownerId: string, id: string): Promise<MarkedConversation> {
    const { conversation, cipher } = await this.#opened(ownerId, id);
    const parts = await listTimelineParts(this.#deps.db, id);
    const marks = parts.flatMap((part) => cipher.openTimeline(part) as KeptMark[]);
    return { ...(await this.#withTranscript(conversation, cipher)), marks };
  }

  async #opened(ownerId: string, id: string) {
    const { db, sealer } = this.#deps;
    const conversation = await findConversation(db, ownerId, id, Date.now());
    if (!conversation) throw noSuchConversation(id);
    return { conversation, cipher: await EntryCipher.open(sealer, id, conversation.sealedKey) };
  }

  async #withTranscript(conversation: ConversationRecord, cipher: EntryCipher): Promise<KeptConversation> {
    const entries = await listConversationEntries(this.#deps.db, conversation.id);
    const said = entries.filter(({ entry }) => entry !== SUMMARY_ENTRY);
    const transcript = said.map((entry) => cipher.open(entry) as TranscriptEntry);
    const summary = entries.find(({ entry }) => entry === SUMMARY_ENTRY);
    return {
      ...conversation,
      // An answer is written when it is over, which may be after the turn that interrupted it.
      transcript: transcript.toSorted((a, b) => a.atMs - b.atMs),
      summary: summary ? (cipher.open(summary) as KeptConversation['summary']) : null,
    };
  }

  /** @throws ApiError 404 when the owner has no such conversation, or it has no recording */
  async recording(ownerId: string, id: string): Promise<KeptRecording> {
    const { sealedKey } = await this.#recorded(ownerId, id);
    const cipher = await EntryCipher.open(this.#deps.sealer, id, sealedKey);
    return new KeptRecording(this.#deps, cipher, id, await listRecordingParts(this.#deps.db, id));
  }

  /** @throws ApiError 404 as `recording` */
  async deleteRecording(ownerId: string, id: string): Promise<void> {
    await this.#recorded(ownerId, id);
    await deleteRecording(this.#deps.db, id);
  }

  async #recorded(ownerId: string, id: string): Promise<ConversationRecord> {
    const conversation = await findConversation(this.#deps.db, ownerId, id, Date.now());
    if (!conversation) throw noSuchConversation(id);
    if (conversation.recordingBytes === null) {
      throw refusal('no_recording', { values: { conversationId: id } });
    }
    return conversation;
  }

  /** @throws ApiError 404 when the owner has no such conversation */
  async delete(ownerId: string, id: string): Promise<void> {
    if (!(await deleteConversation(this.#deps.db, ownerId, id, Date.now()))) throw noSuchConversation(id);
  }

  /**
   * Deletes all conversations of an agent.
   * @returns how many
   */
  deleteAll(of: { readonly ownerId: string; readonly agentId: string }): Promise<number> {
    return expireConversations(this.#deps.db, of, Date.now());
  }
}

const noSuchConversation = (conversationId: string) =>
  refusal('no_such_conversation', { values: { conversationId } });
