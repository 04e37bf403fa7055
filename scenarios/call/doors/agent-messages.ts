/** Messages of the agents' WebSocket, which are the same in rooms. */
import type { NewEvent } from './door.ts';

export interface AgentMessage {
  readonly data: {
    readonly type: string;
    readonly text?: string;
    readonly audio?: string;
    readonly lang_code?: string;
    readonly tool?: string;
    readonly outcome?: string;
    readonly interrupted?: boolean;
  };
  readonly errors?: readonly string[];
}

/** Fields of a session that ask for these messages. */
export const TOLD = { greeting_text: true, language_changes: true, turn_details: true } as const;

/** What a message tells; null for sound and what scenarios do not check. */
export function eventOf({ data, errors }: AgentMessage): NewEvent | null {
  switch (data.type) {
    case 'greeting':
    case 'llm_response':
      return { kind: 'said', text: data.text ?? '', isAnswer: data.type !== 'greeting' };
    case 'user_transcript':
      return { kind: 'heard', text: data.text ?? '' };
    case 'language':
      return { kind: 'language', language: data.lang_code ?? '' };
    case 'tool_call':
      return { kind: 'tool_done', tool: data.tool ?? '', outcome: data.outcome ?? '' };
    case 'turn_metrics':
      return { kind: 'answered', interrupted: data.interrupted ?? false, stagesMs: stagesOf(data) };
    case 'error':
      return { kind: 'error', text: (errors ?? []).join('; ') };
    default:
      return null;
  }
}

/** The fields whose names end in `_ms`, without that. */
export const stagesOf = (fields: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.endsWith('_ms') && typeof value === 'number' ? [[name.slice(0, -3), Math.round(value)]] : [],
    ),
  );

/** The text of a turn that consists of keys, as the telephone door makes it. */
export function keysAsTurn(keys: string): string {
  const pressed = keys.length > 1 && keys.endsWith('#') ? keys.slice(0, -1) : keys;
  return `I pressed ${[...pressed].join(' ')} on the telephone keypad.`;
}
