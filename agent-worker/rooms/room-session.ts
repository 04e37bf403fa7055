/** One job, from joining the room to having left it. */
import { Room } from '@livekit/rtc-node';
import type { ConversationHandle, ConversationSettings, EndReason } from '../conversation/types.ts';
import { withDeadline } from '../deadline.ts';
import type { Door } from '../door.ts';
import { askPerson } from '../tools/warm-transfer.ts';
import { AudioSubscriptions } from './audio-subscriptions.ts';
import { CallerWatch, type CallerWatchOptions } from './caller-watch.ts';
import { DuplicateAgentGuard } from './duplicate-agent-guard.ts';
import { leaveRoom } from './leave-room.ts';
import type { WorkerLog } from './log.ts';
import type { PersonCalls, RoomPersonLine } from './person-line.ts';
import type { JobOutcome, RoomJob } from './registration-types.ts';
import { callerIn, hearKeys, type RoomCaller, roomCall, type TransferInRoom } from './room-call.ts';
import { RoomDoor } from './room-door.ts';

/** Why a room was left. */
export type LeaveReason =
  | EndReason
  /** Error: another agent holds the conversation. */
  | 'given_way'
  /** Error: the conversation could not begin. */
  | 'not_opened';

/** The plan for a room, from its dispatch. */
export interface RoomPlan {
  readonly settings: ConversationSettings;
  /** The participant to talk to; null for the first to join. */
  readonly callerIdentity: string | null;
  /** Whether the caller must be on the telephone (a SIP participant). */
  readonly onlyTelephones?: boolean;
  /** Sample rate of the agent's track, in Hz; undefined for the rate of its speech. */
  readonly returnRate?: number;
  /** Called when the room has been left. Must not reject. */
  left?(leaving: LeaveReason): Promise<void>;
}

/** @returns null when the metadata is not in our format */
export type ResolveRoom = (metadata: string, roomName: string) => Promise<RoomPlan | null>;

/**
 * Opens a conversation in a connected room, with the caller present (or present a moment ago). Its input is the room's
 * audio, its output the door. The room is left when the conversation has ended.
 */
export type OpenInRoom = (
  settings: ConversationSettings,
  room: Room,
  door: Door,
  caller: RoomCaller,
) => Promise<ConversationHandle>;

export interface RoomSessionTimes extends CallerWatchOptions {
  readonly resolveMs: number;
  readonly connectMs: number;
  readonly openMs: number;
  /** Timeout for another living agent of the same name to leave. */
  readonly successionMs: number;
  /** Time limit for the conversation to close, and again for leaving the room. */
  readonly closeMs: number;
}

export const ROOM_SESSION_TIMES: RoomSessionTimes = {
  joinMs: 30_000,
  graceMs: 20_000,
  resolveMs: 10_000,
  connectMs: 15_000,
  openMs: 30_000,
  successionMs: 30_000,
  closeMs: 10_000,
};

export interface RoomSessionOptions {
  readonly resolve: ResolveRoom;
  readonly openInRoom: OpenInRoom;
  readonly log: WorkerLog;
  readonly times: RoomSessionTimes;
  /** Removes a participant whose loss LiveKit has not noticed. */
  readonly remove: (roomName: string, identity: string) => Promise<void>;
  readonly transfer: TransferInRoom;
  /** Absent without an outbound trunk of LiveKit SIP. */
  readonly people?: Pick<PersonCalls, 'call'>;
}

/** Attribute of the agent's participant, set when it is about to leave. */
const END_REASON = 'parley.end_reason';
const TELL_MS = 1000;
/** Ends after which the caller is removed from the room. */
const HANGS_UP: readonly LeaveReason[] = ['agent_hung_up', 'voicemail', 'message_left', 'menu'];

/**
 * Error for a step that failed or timed out. The message may be reported to the server: it contains no words of the
 * conversation.
 */
class StepError extends Error {
  override readonly name = 'StepError';
}

export class RoomSession {
  readonly #job: RoomJob;
  readonly #options: RoomSessionOptions;
  readonly #stopping = new AbortController();
  /** Never rejects. */
  readonly outcome: Promise<JobOutcome>;
  #plan: RoomPlan | null = null;

  /** Starts at once. */
  constructor(job: RoomJob, options: RoomSessionOptions) {
    this.#job = job;
    this.#options = options;
    this.outcome = this.#run();
  }

  /** Stops the job at any step. Idempotent: the first reason counts. */
  stop(reason: EndReason): void {
    if (!this.#stopping.signal.aborted) this.#stopping.abort(reason);
  }

  async #run(): Promise<JobOutcome> {
    const { log } = this.#options;
    const { id: jobId, roomName: room } = this.#job;
    try {
      const reason = await this.#converse();
      await this.#plan?.left?.(reason);
      if (reason === 'given_way') {
        log.warn({ jobId, room }, 'a room already has its agent');
        return { status: 'success' };
      }
      log.info({ jobId, room, reason }, 'a conversation in a room is over');
      return reason === 'failed'
        ? { status: 'failed', error: 'the conversation failed' }
        : { status: 'success' };
    } catch (err) {
      if (this.#stopping.signal.aborted) {
        await this.#plan?.left?.(this.#stopping.signal.reason as EndReason);
        log.info(
          { jobId, room, reason: this.#stopping.signal.reason },
          'a room was left before a conversation',
        );
        return { status: 'success' };
      }
      await this.#plan?.left?.('not_opened');
      log.error({ jobId, room, err }, 'a room got no conversation');
      return {
        status: 'failed',
        error: err instanceof StepError ? err.message : 'an error; see the worker log',
      };
    }
  }

  async #converse(): Promise<LeaveReason> {
    const { resolve, openInRoom, people, times } = this.#options;
    const { metadata, roomName, agentName, url, token } = this.#job;
    const plan = await this.#step('finding the agent', times.resolveMs, () => resolve(metadata, roomName));
    if (plan === null) throw new StepError('no agent belongs to this metadata');
    this.#plan = plan;
    const { settings, callerIdentity, onlyTelephones = false, returnRate } = plan;

    const room = new Room();
    const watch = new CallerWatch(room, { ...times, callerIdentity, onlyTelephones });
    const duplicates = new DuplicateAgentGuard(room, agentName);
    const subscriptions = new AudioSubscriptions(room);
    const left = new AbortController();
    let isConnected: Promise<void> = Promise.resolve();
    try {
      isConnected = room.connect(url, token, { autoSubscribe: false, dynacast: false });
      await this.#step('joining the room', times.connectMs, () => isConnected);
      subscriptions.scanRoom();
      watch.scanRoom();
      duplicates.answer();
      const dead = await this.#orStopped(duplicates.waitUntilAlone(times.successionMs));
      if (dead === null) return 'given_way';
      this.#removeAll(dead);
      const opening = this.#step('publishing a track', times.connectMs, () =>
        closedAfter(left.signal, RoomDoor.open(room, this.#options.log, returnRate), (door) => door.close()),
      );
      // Both at once: the caller is often still joining.
      const [door, identity] = await Promise.all([opening, this.#orStopped(watch.caller)]);
      if (identity === null) return await this.#orStopped(watch.ended);
      const caller = callerIn(room, identity);
      const lines: RoomPersonLine[] = [];
      door.call = roomCall(room, caller, {
        transfer: this.#options.transfer,
        log: this.#options.log,
        ...(people && {
          askPerson: (to: string, told: Promise<Int16Array>) => {
            const call = people.call(to, { room, identity, door }, left.signal).then((line) => {
              lines.push(line);
              return line;
            });
            return askPerson(call, told);
          },
        }),
      });
      const handle = await this.#step('opening the conversation', times.openMs, () =>
        closedAfter(left.signal, openInRoom(settings, room, door, caller), (one) => one.close('failed')),
      );
      const deafen = hearKeys(room, caller, handle);
      const reason = await this.#attend(handle, watch, duplicates).finally(deafen);
      await this.#tellEnd(room, reason);
      const joined = lines.find(({ isJoined }) => isJoined);
      if (joined) await this.#orStopped(Promise.race([joined.ended, watch.ended])).catch(() => undefined);
      // Otherwise the telephone call would continue without anybody.
      const isAlone = joined !== undefined || reason === 'caller_silent';
      if (HANGS_UP.includes(reason) || (isAlone && caller.isTelephone)) await this.#hangUp(identity);
      return reason;
    } finally {
      watch.close();
      duplicates.close();
      subscriptions.close();
      left.abort();
      await this.#leave(room, isConnected);
    }
  }

  /** The caller's client displays each agent that is in the room. */
  #removeAll(identities: readonly string[]): void {
    const { remove, log } = this.#options;
    const { id: jobId, roomName: room } = this.#job;
    for (const identity of identities) {
      log.warn({ jobId, room }, 'the previous agent does not answer and is replaced');
      remove(room, identity).catch((err: unknown) =>
        log.warn({ jobId, room, err }, 'an agent that does not answer could not be removed'),
      );
    }
  }

  async #hangUp(caller: string): Promise<void> {
    const { remove, log } = this.#options;
    await remove(this.#job.roomName, caller).catch((err: unknown) =>
      log.warn({ jobId: this.#job.id, err }, 'a caller could not be hung up on'),
    );
  }

  /** Sends the reason to participants that stay in the room. */
  async #tellEnd(room: Room, reason: LeaveReason): Promise<void> {
    if (!room.isConnected) return;
    const telling = room.localParticipant?.setAttributes({ [END_REASON]: reason });
    await withDeadline(TELL_MS, [], async () => telling).catch(() => undefined);
  }

  /** Waits until the conversation is over, ended by either side. */
  async #attend(
    handle: ConversationHandle,
    watch: CallerWatch,
    duplicates: DuplicateAgentGuard,
  ): Promise<LeaveReason> {
    const { log, times } = this.#options;
    const stopped = this.#orStopped(new Promise<never>(() => undefined)).catch(
      () => this.#stopping.signal.reason as EndReason,
    );
    const superseded = duplicates.superseded.then((): LeaveReason => 'given_way');
    const reason = await Promise.race([handle.ended, watch.ended, superseded, stopped]);
    try {
      await withDeadline(times.closeMs, [], () =>
        handle.close(reason === 'given_way' || reason === 'not_opened' ? 'shutdown' : reason),
      );
    } catch (err) {
      log.error({ jobId: this.#job.id, err }, 'a conversation did not close');
    }
    return reason;
  }

  async #leave(room: Room, isConnected: Promise<void>): Promise<void> {
    const { log, times } = this.#options;
    try {
      await withDeadline(times.closeMs, [], async () => {
        // A connection attempt that was abandoned may still succeed, and would stay in the room.
        await isConnected.catch(() => undefined);
        await leaveRoom(room);
      });
    } catch (err) {
      log.error({ jobId: this.#job.id, err }, 'a room could not be left');
      isConnected.then(() => leaveRoom(room)).catch(() => undefined);
    }
  }

  async #step<T>(what: string, ms: number, work: () => Promise<T>): Promise<T> {
    try {
      return await withDeadline(ms, [this.#stopping.signal], work);
    } catch (cause) {
      throw new StepError(`${what} failed`, { cause });
    }
  }

  async #orStopped<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this.#stopping;
    let stop: () => void = () => undefined;
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(new StepError('stopped'));
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });
    try {
      return await Promise.race([promise, stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

/** Passes on the opened resource, and ensures that it is closed when the room is left, even if it opens only later. */
async function closedAfter<T>(
  left: AbortSignal,
  opening: Promise<T>,
  close: (opened: T) => Promise<void>,
): Promise<T> {
  const opened = await opening;
  const end = () => void close(opened).catch(() => undefined);
  if (left.aborted) end();
  else left.addEventListener('abort', end, { once: true });
  return opened;
}
