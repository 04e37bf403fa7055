import type {
  ConversationUsage,
  EndReason,
  TranscriptEntry,
  TurnMetrics,
} from '../../agent-worker/conversation/types.ts';
import type { Figures } from '../storage/agent-figures.ts';

/** Limits below which answers are counted, in ms from the end of the caller's speech to the agent's first sound. */
export const WITHIN_MS = [500, 1000, 1500, 2000, 3000] as const;

/** Stages of a turn whose average is known. */
export const STAGES = {
  end_of_turn: 'endOfTurnMs',
  recognition: 'recognitionMs',
  first_token: 'firstTokenMs',
  first_sound: 'firstSoundMs',
  response: 'responseMs',
} as const satisfies Readonly<Record<string, keyof TurnMetrics>>;

/** Counts one conversation for the figures of its agent. */
export class FigureCount {
  readonly #sums: Record<string, number> = {};
  #isUnanswered = false;

  /** A spoken turn was answered. */
  turn(turn: TurnMetrics): void {
    this.#add('cut_offs', Number(turn.tooEarly));
    for (const [stage, name] of Object.entries(STAGES)) {
      const ms = turn[name];
      if (ms === null) continue;
      this.#add(`${stage}_sum`, ms);
      this.#add(`${stage}_count`, 1);
    }
    const { responseMs } = turn;
    if (responseMs === null) return;
    for (const limit of WITHIN_MS) this.#add(`within_${limit}`, Number(responseMs <= limit));
  }

  /** Something was said or done. */
  add(entry: TranscriptEntry): void {
    switch (entry.role) {
      case 'user':
        this.#isUnanswered = true;
        break;
      case 'agent':
        this.#add('interruptions', Number(entry.interrupted));
        if (entry.text === '' || !this.#isUnanswered) break;
        this.#isUnanswered = false;
        this.#add('answers', 1);
        break;
      case 'tool':
        this.#add('tool_calls', 1);
        this.#add('tool_failures', Number(entry.outcome !== 'ok'));
    }
  }

  /** The figures of the whole conversation. */
  total(reason: EndReason, usage: ConversationUsage | null): Figures {
    return {
      ...this.#sums,
      conversations: 1,
      failed: Number(reason === 'failed'),
      ...(usage && {
        turns: usage.turns,
        characters: usage.characters,
        audio_ms: usage.audioMs,
        prompt_tokens: usage.promptTokens,
        completion_tokens: usage.completionTokens,
      }),
    };
  }

  #add(name: string, value: number): void {
    this.#sums[name] = (this.#sums[name] ?? 0) + value;
  }
}
