import { ask, send } from './http.ts';

export interface RestoreJob {
  readonly job_id: string;
  readonly status: 'queued' | 'running' | 'Finished' | 'Failed';
  readonly file_name: string;
  /** Seconds; null until the recording is decoded. */
  readonly duration: number | null;
  readonly created_at: string;
}

export interface RestoreDetail extends RestoreJob {
  /** The reason why a job has failed. */
  readonly message: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly expires_at: string;
}

/**
 * Lists jobs, newest first.
 * @throws WireError
 */
export async function listRestoreJobs(signal?: AbortSignal): Promise<readonly RestoreJob[]> {
  return (await ask<{ readonly jobs: readonly RestoreJob[] }>('/restore', { signal })).jobs;
}

/** @throws WireError */
export function readRestoreJob(id: string, signal?: AbortSignal): Promise<RestoreDetail> {
  return ask(addressOf(id), { signal });
}

/**
 * @returns the id of the job
 * @throws WireError
 */
export async function restore(file: Blob, name: string): Promise<string> {
  const form = new FormData();
  form.append('audio_file', file, name);
  return (await ask<{ readonly job_id: string }>('/restore', { method: 'POST', form })).job_id;
}

/**
 * Downloads the restored recording, a WAV file.
 * @throws WireError
 */
export async function restoredFile(id: string): Promise<Blob> {
  return (await send(`${addressOf(id)}/file`)).blob();
}

/** @throws WireError */
export async function deleteRestoreJob(id: string): Promise<void> {
  await ask(addressOf(id), { method: 'DELETE' });
}

const addressOf = (id: string): string => `/restore/${encodeURIComponent(id)}`;
