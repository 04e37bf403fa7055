/** Measures the duration of assisted cloning over HTTP, until the voice and its preview exist. */
import { setTimeout as sleep } from 'node:timers/promises';
import { scriptFor } from '../../cloning/enrolment/assisted/script/built-in.ts';
import { ModelStore, pullWithReport } from '../../engine/setup.ts';
import { GTCRN } from '../../model-files/manifest.ts';
import { ParleyServer } from '../processes/parley.ts';
import { TAKE_STAGES, type TakeFigures, type TakeTiming } from '../report/figures.ts';
import type { Context } from './context.ts';
import { REST_MS } from './cost.ts';
import { type Sample, sampleOf } from './sample.ts';
import { type StageMark, stageTiming } from './stages.ts';

const LANG = 'en';
/** Sentences of the built-in script that the benchmark's voice reads in some 40 s. */
const SENTENCES = 9;
/** Number of takes after the first. */
const TAKES = { full: 8, quick: 1 } as const;

export async function measureTake(context: Context): Promise<TakeFigures> {
  const store = new ModelStore();
  if (!(await store.isInstalled(GTCRN))) await pullWithReport(store, GTCRN);
  const sample = await sampleOf((scriptFor(LANG)?.sentences ?? []).slice(0, SENTENCES));
  const server = await ParleyServer.start();
  try {
    const count = context.quick ? TAKES.quick : TAKES.full;
    context.say(`voices of read-throughs: ${count + 1}`);
    const first = await timedTake(server, sample, 'first');
    const later: TakeTiming[] = [];
    for (let i = 0; i < count; i++) {
      await sleep(REST_MS);
      later.push(await timedTake(server, sample, `later ${i}`));
    }
    return { takeSeconds: sample.seconds, first, later };
  } finally {
    await server.close();
  }
}

async function timedTake(
  { port, key }: ParleyServer,
  { audio, transcript }: Sample,
  voice_name: string,
): Promise<TakeTiming> {
  const form = new FormData();
  form.set('voice_file', new Blob([Uint8Array.from(audio)]), 'take.wav');
  form.set('script', transcript);
  const query = new URLSearchParams({ voice_name, lang_code: LANG, fast: 'true' });
  const marks: StageMark[] = [];
  const beganMs = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/voices/assisted?${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, accept: 'text/event-stream' },
    body: form,
  });
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status} ${await answer.text()}`);
  let last = '';
  let data = '';
  for await (const line of linesOf(answer.body)) {
    if (line.startsWith('event: ')) last = line.slice('event: '.length);
    if (!line.startsWith('data: ')) continue;
    data = line.slice('data: '.length);
    if (last !== 'progress') continue;
    const { stage } = JSON.parse(data) as { stage: string };
    marks.push({ stage, atMs: performance.now() });
  }
  const endedMs = performance.now();
  if (last !== 'result') throw new Error(`the take was refused: ${data}`);
  if (!data.includes('"preview":')) throw new Error('there is no preview');
  return stageTiming(TAKE_STAGES, marks, beganMs, endedMs);
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
