import type { llm } from '@livekit/agents';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';
import { isTooEarly } from '../llm/chat-request.ts';
import type { ConversationUsage, TurnMetrics } from './types.ts';

const toMs = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds * 1000);

/** Measures the usage of a conversation and the durations of its turns. */
export class UsageMeter {
  #turns = 0;
  #characters = 0;
  #playedSamples = 0;
  #promptTokens = 0;
  #completionTokens = 0;
  #toolCalls = 0;
  #interruptionMs: number | null = null;
  /** Times of the caller's turn that has not been answered yet. */
  #caller: Pick<TurnMetrics, 'endOfTurnMs' | 'recognitionMs'> | null = null;

  turn(): void {
    this.#turns++;
  }

  spoke(characters: number): void {
    this.#characters += characters;
  }

  played(samples: number): void {
    this.#playedSamples += samples;
  }

  tokens(prompt: number, completion: number): void {
    this.#promptTokens += prompt;
    this.#completionTokens += completion;
  }

  toolCall(): void {
    this.#toolCalls++;
  }

  /**
   * The agent stopped speaking.
   * @param afterMs time since the caller's first sound
   */
  interrupted(afterMs: number): void {
    this.#interruptionMs = afterMs;
  }

  /** A message was added to the history, with the framework's measurements; an answer completes its turn. */
  turnItem(message: llm.ChatMessage, onTurn: (metrics: TurnMetrics) => void): void {
    const { metrics } = message;
    if (message.role === 'user') {
      this.#caller = {
        endOfTurnMs: toMs(metrics.endOfTurnDelay),
        recognitionMs: toMs(metrics.transcriptionDelay),
      };
      return;
    }
    const caller = this.#caller;
    if (message.role !== 'assistant' || !caller) return;
    this.#caller = null;
    onTurn({
      ...caller,
      firstTokenMs: toMs(metrics.llmNodeTtft),
      firstSoundMs: toMs(metrics.ttsNodeTtfb),
      responseMs: toMs(metrics.e2eLatency),
      interruptionMs: message.interrupted ? this.#interruptionMs : null,
      interrupted: message.interrupted,
      tooEarly: isTooEarly(message),
    });
  }

  total(): ConversationUsage {
    return {
      turns: this.#turns,
      characters: this.#characters,
      audioMs: Math.round((this.#playedSamples * 1000) / AGENT_SAMPLE_RATE),
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
      toolCalls: this.#toolCalls,
    };
  }
}
