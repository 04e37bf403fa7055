/** A client for tests of restore jobs. */
import type { RestoreState } from '../../../api/storage/restore-jobs.ts';
import { KEY, until } from '../server.ts';

export interface WireJob {
  readonly id: string;
  readonly job_id: string;
  readonly status: RestoreState;
  readonly language: string;
  readonly file_name: string;
  readonly duration: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WireDetail extends WireJob {
  readonly message: string;
  readonly progress: number;
  readonly expires_at: string;
  readonly transcript?: string;
  readonly file_url?: string;
}

export class RestoreClient {
  readonly #base: string;
  readonly #key: string;

  constructor({ base }: { readonly base: string }, key = KEY) {
    this.#base = base;
    this.#key = key;
  }

  send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.#base + path, { ...init, headers: { 'x-api-key': this.#key, ...init.headers } });
  }

  /** `POST /restore` */
  submit(
    audio: Uint8Array | string,
    fields: Readonly<Record<string, string>> = {},
    fileName = 'take.wav',
  ): Promise<Response> {
    const form = new FormData();
    form.append(
      'audio_file',
      new Blob([typeof audio === 'string' ? audio : Uint8Array.from(audio)]),
      fileName,
    );
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    return this.send('/restore', { method: 'POST', body: form });
  }

  /**
   * Submits a job.
   * @returns its id
   * @throws Error when it is refused
   */
  async submitted(audio: Uint8Array, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const answer = await this.submit(audio, fields);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { job_id: string } }).data.job_id;
  }

  async list(): Promise<WireJob[]> {
    const answer = await this.send('/restore');
    return ((await answer.json()) as { data: { jobs: WireJob[] } }).data.jobs;
  }

  async read(id: string): Promise<WireDetail> {
    const answer = await this.send(`/restore/${id}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: WireDetail }).data;
  }

  remove(id: string): Promise<Response> {
    return this.send(`/restore/${id}`, { method: 'DELETE' });
  }

  /** Waits for the end of a job. */
  async ended(id: string, timeoutMs = 60_000): Promise<WireDetail> {
    let job = await this.read(id);
    const isOver = async (): Promise<boolean> => {
      job = await this.read(id);
      return job.status === 'Finished' || job.status === 'Failed';
    };
    await until('the job is over', isOver, timeoutMs);
    return job;
  }
}
