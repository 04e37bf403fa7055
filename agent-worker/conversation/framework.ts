import { type AgentSession, initializeLogger, type voice } from '@livekit/agents';

let isPrepared = false;

/**
 * Sets the framework up for this process. Its own log stays silent: its lines carry what people say. What matters is
 * logged here.
 */
export function prepareFramework(): void {
  if (isPrepared) return;
  isPrepared = true;
  initializeLogger({ pretty: false, level: 'silent' });
}

/** The speech that is being spoken or waits to begin; the framework has no public name for it. */
export function currentSpeechOf(session: AgentSession): voice.SpeechHandle | undefined {
  return session._activity?.currentSpeech;
}
