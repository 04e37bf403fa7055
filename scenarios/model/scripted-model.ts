import { contains } from '../checks/words.ts';
import type { ReplyFields } from '../file/schema.ts';
import { type ChatRequestBody, type ChatScript, ChatServer, type ScriptedCall, say } from './chat-server.ts';

/** Answer if a script has none. */
const NOTHING = 'I have no answer to that.';

/**
 * Starts a language model with the answers of a scenario. Its reply depends only on the request, because an agent asks
 * before the caller has certainly finished, and again if the caller continues.
 */
export const startScriptedModel = (replies: readonly ReplyFields[]): Promise<ChatServer> =>
  ChatServer.start(scriptOf(replies));

function scriptOf(replies: readonly ReplyFields[]): ChatScript {
  return (exchange) => {
    const { messages = [] } = exchange.request.body;
    const reply = replyTo(messages, replies);
    const calls: ScriptedCall[] =
      reply?.call === undefined
        ? []
        : [{ name: reply.call, args: reply.with ?? {}, id: `call_${messages.length}_${reply.call}` }];
    const options = { firstMs: reply?.delay_ms ?? 0, calls };
    return say(reply ? (reply.say ?? '') : NOTHING, options)(exchange);
  };
}

type Messages = NonNullable<ChatRequestBody['messages']>;

/** The first reply that fits; null if none does. */
export function replyTo(messages: Messages, replies: readonly ReplyFields[]): ReplyFields | null {
  const last = messages.at(-1);
  if (last?.role === 'tool') {
    const tool = toolOf(messages, last.tool_call_id);
    const result = textOf(last.content);
    const fits = ({ after_tool, when_result }: ReplyFields) =>
      after_tool === tool && (when_result === undefined || contains(result, when_result));
    return replies.find(fits) ?? null;
  }
  const said = messages.filter(({ role }) => role === 'user');
  const heard = textOf(said.at(-1)?.content);
  const inTurn = replies.filter(({ after_tool }) => after_tool === undefined);
  const asked = inTurn.find(({ when }) => when !== undefined && contains(heard, when));
  if (asked) return asked;
  const inOrder = inTurn.filter(({ when }) => when === undefined);
  return inOrder[Math.min(Math.max(0, said.length - 1), inOrder.length - 1)] ?? null;
}

/** The name of the tool that a result belongs to. */
function toolOf(messages: Messages, id: string | undefined): string | undefined {
  const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls) as readonly {
    readonly id?: string;
    readonly function?: { readonly name?: string };
  }[];
  return calls.findLast((call) => call.id === id)?.function?.name;
}

/** The text of a message, whose content may be parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { readonly text?: unknown }) => String(part.text ?? '')).join(' ');
}
