/** Arithmetic of the usage of conversations. */
import type { ConversationUsage } from './types.ts';

export const NO_USAGE: ConversationUsage = {
  turns: 0,
  characters: 0,
  audioMs: 0,
  promptTokens: 0,
  completionTokens: 0,
  toolCalls: 0,
};

export function sumOf(a: ConversationUsage, b: ConversationUsage): ConversationUsage {
  return {
    turns: a.turns + b.turns,
    characters: a.characters + b.characters,
    audioMs: a.audioMs + b.audioMs,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    toolCalls: a.toolCalls + b.toolCalls,
  };
}

/** @param b a part of `a` */
export function withoutPart(a: ConversationUsage, b: ConversationUsage): ConversationUsage {
  return {
    turns: a.turns - b.turns,
    characters: a.characters - b.characters,
    audioMs: a.audioMs - b.audioMs,
    promptTokens: a.promptTokens - b.promptTokens,
    completionTokens: a.completionTokens - b.completionTokens,
    toolCalls: a.toolCalls - b.toolCalls,
  };
}
