import { AsyncLocalStorage } from 'node:async_hooks';
import { type AgentSession, initializeLogger, voice } from '@livekit/agents';

let isPrepared = false;

/**
 * Sets up the framework for this process. Its own log is silenced because it contains spoken text; our log contains
 * what matters.
 */
export function prepareFramework(): void {
  if (isPrepared) return;
  isPrepared = true;
  initializeLogger({ pretty: false, level: 'silent' });
}

/** One utterance of the agent: a reply with all its tool calls, or a fixed phrase. */
export interface Speech {
  readonly handle: voice.SpeechHandle;
  /** Whether the model writes the utterance. */
  readonly isReply: boolean;
}

const context = new AsyncLocalStorage<Speech>();

/** The speech that the calling code works for. The framework does not pass it to its nodes. */
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
    // The framework emits this event just before it creates the task that does the speech's work. The task inherits the
    // context.
    context.enterWith(speech);
    onSpeech(speech);
  });
}
