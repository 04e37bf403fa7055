// Sends recording.wav, waits for the job, and stores the result as restored.wav.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const base = process.env.PARLEY_URL ?? 'http://127.0.0.1:8000';
const headers = { 'x-api-key': process.env.PARLEY_API_KEY };

const form = new FormData();
form.append('audio_file', new Blob([await readFile('recording.wav')]), 'recording.wav');
form.append('lang_code', 'en');
const sent = await fetch(`${base}/restore`, { method: 'POST', headers, body: form });
let { data: job } = await sent.json();
do {
  await setTimeout(1000);
  const answer = await fetch(`${base}/restore/${job.job_id}`, { headers });
  job = (await answer.json()).data;
  console.log(job.status, job.progress, job.message);
} while (job.status === 'queued' || job.status === 'running');

if (job.status === 'Failed') throw new Error(job.message);
const file = await fetch(job.file_url);
await writeFile('restored.wav', Buffer.from(await file.arrayBuffer()));
