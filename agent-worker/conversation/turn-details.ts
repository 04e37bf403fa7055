import type { TurnDetail, TurnStage } from '../door.ts';
import type { TurnMetrics } from './types.ts';

/** Returns the durations of a turn's stages, as reported to the client. */
export function turnMetrics(metrics: TurnMetrics): TurnDetail {
  const stages: Readonly<Record<TurnStage, number | null>> = {
    end_of_turn_ms: metrics.endOfTurnMs,
    recognition_ms: metrics.recognitionMs,
    first_token_ms: metrics.firstTokenMs,
    first_sound_ms: metrics.firstSoundMs,
    response_ms: metrics.responseMs,
    interruption_ms: metrics.interruptionMs,
  };
  const known = Object.entries(stages).filter(([, ms]) => ms !== null);
  return { type: 'turn_metrics', interrupted: metrics.interrupted, ...Object.fromEntries(known) };
}
