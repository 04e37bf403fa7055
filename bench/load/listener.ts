import { setTimeout as sleep } from 'node:timers/promises';
import type { Utterance } from './job.ts';
import { Playout } from './playout.ts';
import type { Speaker } from './speaker.ts';

/** A listener in real time holds this much sound at most and leaves the rest to the connection. */
const READ_AHEAD_MS = 2000;

/**
 * Has one text spoken and listens to it. Paced, it settles when the sound has been played; otherwise when it has
 * arrived.
 * @param onAudio told of every arrival
 */
export async function listen(
  speaker: Speaker,
  text: string,
  paced: boolean,
  onAudio: (audioMs: number) => void,
): Promise<Utterance & { readonly retryAfterMs: number }> {
  const playout = new Playout();
  let firstAudioMs: number | null = null;
  let totalMs = 0;
  let resumption: NodeJS.Timeout | null = null;
  const beganMs = performance.now();
  const hear = (audioMs: number): void => {
    const nowMs = performance.now();
    if (audioMs > 0) firstAudioMs ??= nowMs - beganMs;
    totalMs += audioMs;
    playout.arrive(audioMs, nowMs);
    onAudio(audioMs);
    const aheadMs = playout.leadMs(nowMs) - READ_AHEAD_MS;
    if (!paced || aheadMs <= 0) return;
    speaker.pause();
    if (resumption) clearTimeout(resumption);
    resumption = setTimeout(() => speaker.resume(), aheadMs);
  };
  const ending = await speaker.speak(text, hear);
  if (resumption) clearTimeout(resumption);
  speaker.resume();
  if (paced && playout.endsAtMs !== null) await sleep(playout.leadMs(performance.now()));
  return {
    outcome: ending.kind,
    firstAudioMs,
    audioMs: totalMs,
    gapsMs: playout.gapsMs,
    retryAfterMs: ending.kind === 'refused' ? ending.retryAfterMs : 0,
  };
}
