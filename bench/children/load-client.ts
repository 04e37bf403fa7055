/** The client process of the load benchmark: many listeners, so that the server's threads are not shared with them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadJob, LoadOutcome, Utterance } from '../load/job.ts';
import { listen } from '../load/listener.ts';
import { speakerFor } from '../load/target.ts';
import { PARAGRAPHS } from '../texts.ts';

/** After a failure a listener retries with a delay, so that it does not flood a failing server. */
const FAILURE_PAUSE_MS = 500;

/** Returns reproducible uniform numbers from 0 to 1: a linear congruential generator (Numerical Recipes). */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function perform(job: LoadJob): Promise<LoadOutcome> {
  const utterances: Utterance[] = [];
  const failures: Record<string, number> = {};
  const random = uniform(job.seed);
  const beganMs = performance.now();
  const elapsedMs = (): number => performance.now() - beganMs;
  let countedAudioMs = 0;
  const count = (audioMs: number): void => {
    const nowMs = elapsedMs();
    if (nowMs >= job.countFromMs && nowMs <= job.durationMs) countedAudioMs += audioMs;
  };

  const stream = async (index: number, offsetMs: number): Promise<void> => {
    await sleep(offsetMs);
    let speaker = speakerFor(job.target);
    let connected = false;
    for (let turn = index; elapsedMs() < job.durationMs; turn++) {
      try {
        if (!connected) await speaker.connect();
        connected = true;
        const text = PARAGRAPHS[turn % PARAGRAPHS.length] ?? '';
        const { retryAfterMs, ...utterance } = await listen(speaker, text, job.paced, count);
        utterances.push(utterance);
        // Clients that were refused together should not retry together.
        if (utterance.outcome === 'refused') await sleep(retryAfterMs * (0.5 + random()));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        failures[message] = (failures[message] ?? 0) + 1;
        speaker.close();
        speaker = speakerFor(job.target);
        connected = false;
        await sleep(FAILURE_PAUSE_MS);
      }
    }
    speaker.close();
  };

  const streams = Array.from({ length: job.streams }, (_, index) => stream(index, random() * job.spreadMs));
  await Promise.all(streams);
  return { utterances, failures, countedAudioMs, countedMs: job.durationMs - job.countFromMs };
}

process.once('disconnect', () => process.exit());
process.on('message', (job: LoadJob) => {
  void perform(job).then((outcome) => process.send?.(outcome));
});
process.send?.('ready');
