import { signal } from '@preact/signals';
import { listCalls, type OutgoingCall, readCall } from '../../wire/calls.ts';
import { messageOf } from '../../wire/http.ts';
import { followEvents } from '../../wire/owner-events.ts';

/** Newest first; null until loaded. */
export const calls = signal<readonly OutgoingCall[] | null>(null);
/** Cursor of the next page; undefined on the last one. */
export const cursor = signal<string | undefined>(undefined);
export const problem = signal<string | null>(null);
/** Why the list is not live; undefined while it connects. */
export const liveProblem = signal<string | null | undefined>(undefined);

/** Adds or updates calls in the list. */
export function show(changed: readonly OutgoingCall[]): void {
  const ids = new Set(changed.map(({ call_id }) => call_id));
  const others = (calls.value ?? []).filter(({ call_id }) => !ids.has(call_id));
  calls.value = [...changed, ...others].sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Shows a call that was just accepted, unless a newer state of it is known. */
export function add(call: OutgoingCall): void {
  if (!calls.value?.some(({ call_id }) => call_id === call.call_id)) show([call]);
}

/** Loads the next page. */
export async function loadMore(): Promise<void> {
  await attempt(async () => {
    const page = await listCalls(cursor.value);
    show(page.calls);
    cursor.value = page.next_cursor;
  });
}

/**
 * Follows all calls.
 * @returns a function that ends it
 */
export function follow(): () => void {
  const abort = new AbortController();
  calls.value = null;
  cursor.value = undefined;
  liveProblem.value = undefined;
  // One request at a time, so that an older response does not replace a newer one.
  let reading = loadMore();
  const read = (load: () => Promise<readonly OutgoingCall[]>): void => {
    reading = reading.then(() => attempt(async () => show(await load())));
  };
  void followEvents({
    signal: abort.signal,
    onEvent: ({ data: { call_id: id } }) => {
      if (id !== undefined) read(async () => [await readCall(id)]);
    },
    onState: (broken) => {
      liveProblem.value = broken;
      // Reads calls that were made during the interruption.
      if (broken === null) read(async () => (await listCalls()).calls);
    },
  });
  return () => abort.abort();
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    problem.value = null;
  } catch (error) {
    problem.value = messageOf(error);
  }
}
