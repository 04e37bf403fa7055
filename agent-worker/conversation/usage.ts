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

export const sumOf = (a: ConversationUsage, b: ConversationUsage): ConversationUsage =>
  combined(a, b, (x, y) => x + y);

/** @param b a part of `a` */
export const withoutPart = (a: ConversationUsage, b: ConversationUsage): ConversationUsage =>
  combined(a, b, (x, y) => x - y);

function combined(
  a: ConversationUsage,
  b: ConversationUsage,
  of: (x: number, y: number) => number,
): ConversationUsage {
  const usage: Record<keyof ConversationUsage, number> = { ...NO_USAGE };
  for (const name of Object.keys(NO_USAGE) as (keyof ConversationUsage)[]) usage[name] = of(a[name], b[name]);
  return usage;
}
