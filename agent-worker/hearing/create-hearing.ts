import type { Recogniser } from '../../engine/index.ts';
import { Ear } from './ear.ts';
import { EchoGuard } from './echo-guard.ts';
import { SpeculativeRecognition } from './speculative-recognition.ts';
import type { Hearing, HearingObserver } from './types.ts';
import { VoiceActivity } from './voice-activity.ts';

export interface HearingOptions {
  readonly recogniser: Recogniser;
  readonly lang: string;
  readonly observer: HearingObserver;
  /** The door does not take the agent's own voice out of the caller's sound. */
  readonly echo: boolean;
}

/** The least silence that the end-of-turn model can judge, 200 ms, in whole windows. */
const MIN_SILENCE_MS = 224;

/** Ears for one conversation. `prepareHearing()` before the first keeps it from waiting for the models. */
export function createHearing(options: HearingOptions): Hearing {
  const { recogniser, lang, observer } = options;
  const guard = options.echo ? new EchoGuard() : null;
  const ear = new Ear({
    minSilenceMs: MIN_SILENCE_MS,
    ...(guard !== null && { filter: (window, atMs) => guard.filter(window, atMs) }),
    onFault: () => observer.failed('the voice activity model failed'),
  });
  const recognition = new SpeculativeRecognition({ ear, recogniser, lang, observer });
  return {
    vad: new VoiceActivity(ear, recognition),
    stt: recognition,
    agentSpeaks(speaking) {
      recognition.agentSpeaks(speaking);
      if (!speaking) guard?.stops(Date.now());
    },
    agentPlays: (samples, atMs) => guard?.plays(samples, atMs),
    close() {
      void recognition.close();
      ear.close();
    },
  };
}
