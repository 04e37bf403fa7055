import { randomUUID } from 'node:crypto';
import type { TimelineMark } from '../../../agent-worker/conversation/timeline.ts';
import type { EndReason, TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type QuotaSettings, refuseFull, storeWithin } from '../../limits/quotas.ts';
import type { Log } from '../../observability/log.ts';
import {
  appendConversationEntry,
  endConversation,
  insertConversation,
  markConversationIncomplete,
  putConversationSummary,
  SUMMARY_ENTRY,
} from '../../storage/conversations.ts';
import type { Database } from '../../storage/database.ts';
import { appendRecordingPart } from '../../storage/recordings.ts';
import { appendTimelinePart } from '../../storage/timelines.ts';
import type { SecretEncryption } from '../secret-encryption.ts';
import { EntryCipher } from './entry-cipher.ts';

/** Size limit of a transcript, in bytes. This is several hours of speech. */
const MAX_BYTES = 1024 * 1024;
/** The same for its timeline, which suffices for a hundred turns an hour for several hours. */
const MAX_TIMELINE_BYTES = 512 * 1024;
/** Largest number of marks in a part of a timeline. */
const MAX_MARKS = 64;
/** Maximum number of entries that wait for a slow database. */
const MAX_WAITING = 200;

export interface RecorderDeps {
  readonly db: Database;
  readonly sealer: SecretEncryption;
  readonly settings: QuotaSettings;
  readonly log: Log;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The conversation that is kept. */
export interface RecordedConversation {
  readonly ownerId: string;
  readonly agentId: string;
  readonly door: string;
  readonly langCode: string;
  /** Retention after its end, in days. */
  readonly keepDays: number;
  /** Whether a recording is kept as well. */
  readonly isRecorded: boolean;
}

/** The stored entries of a timeline. */
export type KeptMark =
  | TimelineMark
  /** When the conversation and its recording began; ms since the epoch. */
  | { readonly kind: 'began'; readonly atMs: number }
  /** Nothing after this is kept. */
  | { readonly kind: 'full'; readonly atMs: number };

/** A part of a recording: whole pages of one file in Ogg Opus. */
export interface EncodedPart {
  readonly bytes: Uint8Array;
  /** Samples of each channel that it decodes to. */
  readonly samples: number;
}

/**
 * Records one conversation entry by entry, so that the earlier entries survive when the process is lost. The
 * conversation does not wait for it, and does not fail if it fails.
 */
export class TranscriptRecorder {
  readonly id = randomUUID();
  readonly #deps: RecorderDeps;
  readonly #now: () => number;
  readonly #conversation: RecordedConversation;
  readonly #cipher = EntryCipher.create(this.id);
  #entries = 0;
  #bytes = 0;
  #waiting = 0;
  /** False once nothing more can be written, because the transcript was refused or deleted. */
  #isKept = true;
  /** False when nothing is recorded, because the owner is at a quota or the recording was deleted. */
  #isRecorded: boolean;
  #parts = 0;
  #marks: KeptMark[] = [];
  #timelineParts = 0;
  #timelineBytes = 0;
  #isComplete = true;
  #writing: Promise<void>;
  #ended: Promise<void> | null = null;
  /** Resolves with whether a recording was begun: false if the owner is at a quota, or nothing can be stored. */
  readonly isRecorded: Promise<boolean>;

  /** Begins at once. */
  constructor(deps: RecorderDeps, conversation: RecordedConversation) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#conversation = conversation;
    this.#isRecorded = conversation.isRecorded;
    this.#writing = this.#begin();
    this.isRecorded = this.#writing.then(() => this.#isKept && this.#isRecorded);
  }

  add(entry: TranscriptEntry): void {
    if (!this.#isKept || this.#ended) return;
    const sealed = this.#cipher.seal(this.#entries + 1, entry);
    const bytes = this.#bytes + sealed.sealed.length;
    if (bytes > MAX_BYTES || this.#waiting >= MAX_WAITING) {
      this.#isComplete = false;
      return;
    }
    this.#entries++;
    this.#bytes = bytes;
    this.#write(async () => {
      this.#isKept = await appendConversationEntry(this.#deps.db, this.id, sealed, this.#now());
    });
  }

  /** Adds to the timeline, which is written after each answer and at the end. */
  mark(mark: KeptMark): void {
    if (!this.#isKept || this.#ended || this.#timelineBytes >= MAX_TIMELINE_BYTES) return;
    this.#marks.push(mark);
    if (mark.kind === 'agent_speech' || this.#marks.length >= MAX_MARKS) this.#writeMarks();
  }

  /** Adds the next part of the recording. */
  addRecording({ bytes, samples }: EncodedPart): void {
    if (!this.#isKept || !this.#isRecorded || this.#ended) return;
    if (this.#waiting >= MAX_WAITING) {
      this.#isComplete = false;
      return;
    }
    const part = this.#parts++;
    this.#write(async () => {
      if (!this.#isRecorded) return;
      const sealed = this.#cipher.sealPart(part, bytes);
      const stored = { part, bytes: bytes.length, samples, sealed };
      this.#isRecorded = await appendRecordingPart(this.#deps.db, this.id, stored, this.#now());
    });
  }

  /**
   * Adds the summary, before the end.
   * @returns whether it is stored
   */
  async summarise(summary: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { sealed } = this.#cipher.seal(SUMMARY_ENTRY, summary);
    let isStored = false;
    this.#write(async () => {
      isStored = await putConversationSummary(this.#deps.db, this.id, sealed, this.#now());
    });
    await this.#writing;
    return isStored;
  }

  /** Settles when all entries are written, or cannot be. Idempotent: the first reason counts. */
  end(reason: EndReason, atMs: number = this.#now()): Promise<void> {
    this.#ended ??= this.#end(reason, atMs);
    return this.#ended;
  }

  async #begin(): Promise<void> {
    const { sealer, log } = this.#deps;
    const { ownerId } = this.#conversation;
    const nowMs = this.#now();
    try {
      const sealedKey = await this.#cipher.sealedKey(sealer);
      this.#isRecorded &&= await this.#hasSpace(ownerId);
      const quotas = ['maxConversationsPerOwner', 'maxTranscriptMibPerOwner'] as const;
      await storeWithin(this.#deps, quotas, ownerId, (transaction) =>
        insertConversation(
          transaction,
          { ...this.#conversation, isRecorded: this.#isRecorded, id: this.id, sealedKey },
          nowMs,
        ),
      );
    } catch (error) {
      this.#isKept = false;
      const { agentId } = this.#conversation;
      if (error instanceof ApiError) log.warn({ agentId, reason: error.kind }, 'a transcript is not stored');
      else log.error({ agentId, err: error }, 'a transcript cannot be stored');
    }
  }

  async #hasSpace(ownerId: string): Promise<boolean> {
    try {
      await refuseFull(this.#deps, ['maxRecordingMibPerOwner'], ownerId);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { agentId } = this.#conversation;
      this.#deps.log.warn({ agentId, reason: error.kind }, 'a conversation is not recorded');
      return false;
    }
  }

  #writeMarks(): void {
    if (this.#marks.length === 0) return;
    const marks = this.#marks;
    this.#marks = [];
    const part = this.#timelineParts++;
    let sealed = this.#cipher.sealTimeline(part, marks);
    this.#timelineBytes += sealed.length;
    if (this.#timelineBytes >= MAX_TIMELINE_BYTES) {
      const { atMs } = marks[0]!;
      sealed = this.#cipher.sealTimeline(part, [{ kind: 'full', atMs }]);
    }
    this.#write(async () => {
      this.#isKept = await appendTimelinePart(this.#deps.db, this.id, { part, sealed }, this.#now());
    });
  }

  async #end(reason: EndReason, atMs: number): Promise<void> {
    const { db } = this.#deps;
    const { keepDays } = this.#conversation;
    this.#writeMarks();
    if (!this.#isComplete) this.#write(() => markConversationIncomplete(db, this.id));
    this.#write(() => endConversation(db, this.id, { atMs, reason, keepDays }));
    await this.#writing;
  }

  #write(work: () => Promise<void>): void {
    this.#waiting++;
    this.#writing = this.#writing.then(async () => {
      try {
        if (this.#isKept) await work();
      } catch (error) {
        if (this.#isComplete)
          this.#deps.log.error({ err: error }, 'a part of a transcript could not be written');
        this.#isComplete = false;
      } finally {
        this.#waiting--;
      }
    });
  }
}
