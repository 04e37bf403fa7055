import { AsyncLocalStorage } from 'node:async_hooks';
import { type AgentSession, initializeLogger, voice } from '@livekit/agents';

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

/** One thing that the agent says: a reply with all its tool calls, or a sentence of its own. */
export interface Speech {
  readonly handle: voice.SpeechHandle;
  /** Whether the model writes it. */
  readonly isReply: boolean;
}

const context = new AsyncLocalStorage<Speech>();

/** The speech on whose behalf the caller of this function works; the framework hands it to none of its nodes. */
export function currentSpeech(): Speech | undefined {
  return context.getStore();
}

/**
 * Has `currentSpeech` know every speech of a session.
 * @param onSpeech called for each when it is made, before any work for it begins
 */
export function followSpeeches(session: AgentSession, onSpeech: (speech: Speech) => void): void {
  session.on(voice.AgentSessionEventTypes.SpeechCreated, ({ speechHandle, source }) => {
    const speech: Speech = { handle: speechHandle, isReply: source !== 'say' };
    // The event is sent right before the task is made that does the speech's work, and the task inherits the context.
    context.enterWith(speech);
    onSpeech(speech);
  });
}
