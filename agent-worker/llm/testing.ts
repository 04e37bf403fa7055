/** What tests of language models share. */
import { llm } from '@livekit/agents';
import type { LlmObserver } from './types.ts';

/** Remembers what it is told. */
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

/** A conversation in which the caller has just said this. */
export function contextOf(userText: string, instructions = 'Be brief.'): llm.ChatContext {
  const context = new llm.ChatContext();
  context.addMessage({ role: 'system', content: instructions });
  context.addMessage({ role: 'user', content: userText });
  return context;
}
