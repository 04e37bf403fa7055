/** Helpers that tests of language models share. */
import { llm } from '@livekit/agents';
import type { LlmObserver } from './types.ts';

/** Records the events that it receives. */
export class RecordingObserver implements LlmObserver {
  readonly firstTokens: number[] = [];
  readonly counts: (readonly [prompt: number, completion: number])[] = [];
  readonly failures: string[] = [];

  firstToken(waitedMs: number): void {
    this.firstTokens.push(waitedMs);
  }

  tokens(prompt: number, completion: number): void {
    this.counts.push([prompt, completion]);
  }

  failed(reason: string): void {
    this.failures.push(reason);
  }
}

/** A conversation that ends with this message of the caller. */
export function contextOf(userText: string, instructions = 'Be brief.'): llm.ChatContext {
  const context = new llm.ChatContext();
  context.addMessage({ role: 'system', content: instructions });
  context.addMessage({ role: 'user', content: userText });
  return context;
}
