import { signal } from '@preact/signals';
import { messageOf } from '../../wire/http.ts';
import {
  listRestoreJobs,
  type RestoreDetail,
  type RestoreJob,
  readRestoreJob,
  restore,
} from '../../wire/restore.ts';

const POLL_MS = 1000;

/** Newest first; null until loaded. */
export const jobs = signal<readonly RestoreJob[] | null>(null);
/** Details of unfinished and failed jobs. */
export const details = signal<Readonly<Record<string, RestoreDetail>>>({});
export const problem = signal<string | null>(null);
export const isSending = signal(false);
/** Files that this page has uploaded since it was opened, for comparison with the results. */
export const originals = new Map<string, File>();

/** Sends a recording. */
export async function send(file: File): Promise<void> {
  isSending.value = true;
  problem.value = null;
  try {
    originals.set(await restore(file, file.name), file);
    await refresh();
  } catch (error) {
    problem.value = messageOf(error);
  }
  isSending.value = false;
}

/**
 * Loads the list, and the details of unfinished jobs.
 * @throws nothing: `problem` contains the error
 */
export async function refresh(): Promise<void> {
  try {
    const all = await listRestoreJobs();
    const open = all.filter(({ job_id, status }) => status !== 'Finished' && !isFinal(details.value[job_id]));
    const read = await Promise.all(open.map(({ job_id }) => readRestoreJob(job_id).catch(() => null)));
    details.value = {
      ...details.value,
      ...Object.fromEntries(read.flatMap((one) => (one ? [[one.job_id, one]] : []))),
    };
    jobs.value = all;
    problem.value = null;
  } catch (error) {
    problem.value = messageOf(error);
  }
}

/**
 * Polls while any job is unfinished.
 * @returns a function that stops polling
 */
export function follow(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const look = async () => {
    await refresh();
    if (!isOver) timer = setTimeout(wait, POLL_MS);
  };
  const wait = () => {
    const isBusy = jobs.value?.some(({ status }) => status === 'queued' || status === 'running');
    if (isBusy) void look();
    else timer = setTimeout(wait, POLL_MS);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

const isFinal = (job: RestoreDetail | undefined): boolean => job?.status === 'Failed';
