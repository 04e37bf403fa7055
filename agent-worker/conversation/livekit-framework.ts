import { AsyncLocalStorage } from 'node:async_hooks';
import { type AgentSession, initializeLogger, voice } from '@livekit/agents';

let isPrepared = false;

/**
 * Sets up the framework for this process. Its own log is silenced because it contains what people say; what matters is
 * logged by us.
 */
export function prepareFramework(): void {
  if (isPrepared) return;
  isPrepared = true;
  initializeLogger({ pretty: false, level: 'silent' });
}

/** One thing the agent says: a reply with all its tool calls, or a fixed phrase. */
export interface Speech {
  readonly handle: voice.SpeechHandle;
  /** Whether the model writes it. */
  readonly isReply: boolean;
}

const context = new AsyncLocalStorage<Speech>();

/** The speech that the calling code works for; the framework passes it to none of its nodes. */
export function currentSpeech(): Speech | undefined {
  return context.getStore();
}

/**
 * Makes every speech of a session known to `currentSpeech`.
 * @param onSpeech called for each speech when it is created, before any work for it begins
 */
export function followSpeeches(session: AgentSession, onSpeech: (speech: Speech) => void): void {
  session.on(voice.AgentSessionEventTypes.SpeechCreated, ({ speechHandle, source }) => {
    const speech: Speech = { handle: speechHandle, isReply: source !== 'say' };
    // The event is sent just before the task that does the speech's work is created; the task inherits the context.
    context.enterWith(speech);
    onSpeech(speech);
  });
}
