import { setTimeout as sleep } from 'node:timers/promises';
import type { Utterance } from './job.ts';
import { Playout } from './playout.ts';
import type { Speaker } from './speaker.ts';

/** Maximum audio that a paced listener buffers, in ms. The rest stays in the connection. */
const READ_AHEAD_MS = 2000;

/**
 * Requests the speech of a text and receives it. Paced, it settles when the audio has been played, otherwise when it
 * has arrived.
 * @param onAudio called for every chunk
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
