/**
 * Callers who continue after their turn was taken for complete, on a real socket: no words are lost, and no tool ran.
 */
import { describe, expect, test } from 'vitest';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import type { AgentSocketMessage, Query } from '../kit/clients/agent-socket-client.ts';
import { Microphone } from '../kit/clients/caller.ts';
import type { JsonSocket } from '../kit/clients/json-socket.ts';
import { historyOf } from '../kit/conversation-setup.ts';
import { until } from '../kit/server.ts';
import { callTools, say } from '../kit/servers/chat-server.ts';
import { toolSetup } from '../kit/tool-setup.ts';

const TIMEOUT_MS = 120_000;
const FIRST = 'I would like to book a table.';
const SECOND = 'For seven people tomorrow evening, please.';
const ANSWER = 'It is sunny today.';
const LONG = 'Unfortunately all of our tables are taken until the end of the week, '.repeat(4).trim();
const setup = agentServer({ MCP_ALLOW_HOSTS: '127.0.0.1' });
const tools = toolSetup();

/** A caller on the socket. */
class GoingOn {
  readonly #client: JsonSocket<AgentSocketMessage>;
  readonly #microphone: Microphone;

  static async open(query: Query = {}): Promise<GoingOn> {
    return new GoingOn(await setup.open({ greeting: '', ...query }));
  }

  private constructor(client: JsonSocket<AgentSocketMessage>) {
    this.#client = client;
    this.#microphone = new Microphone((frame) =>
      client.send(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)),
    );
    tools.after(async () => this.#microphone.close());
  }

  async says(text: string): Promise<void> {
    await this.#microphone.speak(await setup.speech.say(text));
  }

  types(text: string): void {
    this.#client.send({ text });
  }

  /** Waits until this many turns were recognised. */
  isHeard(turns: number): Promise<void> {
    return this.until('the turn was heard', (caller) => caller.texts('user_transcript').length === turns);
  }

  /** Waits until the last of this many turns is being answered, and the answer's text is complete. */
  async isAnswered(turns: number): Promise<void> {
    await this.until('the turn was answered', (caller) => {
      const answers = caller.texts('llm_response');
      return (
        answers.length === turns && answers.at(-1) === ANSWER && caller.order.at(-1) === 'audio_response'
      );
    });
  }

  /** Types of the messages, without the answers' texts, whose time varies. Consecutive audio counts once. */
  get order(): string[] {
    const all = this.#client.messages.map(({ data }) => data.type).filter((type) => type !== 'llm_response');
    return all.filter((type, i) => type !== 'audio_response' || all[i - 1] !== type);
  }

  texts(type: string): string[] {
    return this.#client.messages.flatMap(({ data }) => (data.type === type ? [data.text ?? ''] : []));
  }

  until(what: string, condition: (caller: this) => boolean): Promise<void> {
    return until(what, () => condition(this), PATIENCE_MS);
  }
}

/** Synthesizes the callers' texts before their tests need them. */
const spoken = (): Promise<unknown> => Promise.all([FIRST, SECOND].map((text) => setup.speech.say(text)));

describe('a caller who goes on', { timeout: TIMEOUT_MS }, () => {
  test('while the model thinks has said one turn', async () => {
    await spoken();
    setup.model.next(say('Nobody hears that.', { firstMs: 60_000 }));
    const caller = await GoingOn.open();
    await caller.says(FIRST);
    await caller.isHeard(1);
    await caller.says(SECOND);
    await caller.isAnswered(2);
    const halves = caller.texts('user_transcript');
    expect(halves).toHaveLength(2);
    expect(historyOf(setup.model)).toEqual([`user: ${halves.join(' ')}`]);
    expect(caller.order).toEqual([
      'stop_audio_response',
      'user_transcript',
      'stop_audio_response',
      'user_transcript',
      'audio_response',
    ]);
    expect(caller.texts('llm_response')).toEqual(['', ANSWER]);
  });

  test('when the answer has begun is answered again, and the history contains what was heard', async () => {
    await spoken();
    setup.model.next(say(LONG));
    const caller = await GoingOn.open();
    await caller.says(FIRST);
    await caller.until('the answer has begun', ({ order }) => order.at(-1) === 'audio_response');
    await caller.says(SECOND);
    await caller.isAnswered(2);
    const [first, second] = caller.texts('user_transcript');
    const history = historyOf(setup.model);
    // The words of the answer that were played between the halves, if any.
    const heard = history.length === 3 ? history[1]!.slice('assistant: '.length) : null;
    expect(history).toEqual(
      heard === null
        ? [`user: ${first} ${second}`]
        : [`user: ${first}`, `assistant: ${heard}`, `user: ${second}`],
    );
    expect(heard === null || (LONG.startsWith(heard) && heard.length < LONG.length / 4)).toBe(true);
    // If the agent resumed in between, it had to stop a second time.
    const { order } = caller;
    expect(order.slice(0, 4)).toEqual([
      'stop_audio_response',
      'user_transcript',
      'audio_response',
      'stop_audio_response',
    ]);
    const last = order.lastIndexOf('user_transcript');
    expect(order[last - 1]).toBe('stop_audio_response');
    expect(order.join(' ')).not.toContain('stop_audio_response stop_audio_response');
  });

  test('no tool has run yet: it waits until the turn is certain, unless it only reads', async () => {
    await spoken();
    const done: string[] = [];
    const server = await tools.start({
      register: (mcp) => {
        for (const [name, readOnlyHint] of [
          ['find_table', true],
          ['book_table', false],
        ] as const) {
          mcp.registerTool(name, { annotations: { readOnlyHint } }, () => {
            done.push(name);
            return { content: [{ type: 'text', text: 'done' }] };
          });
        }
      },
    });
    const caller = await GoingOn.open({ mcp_servers: server.url });
    // Answered only after the tools have connected.
    caller.types('Hello.');
    await caller.isAnswered(1);
    setup.model.answer((exchange) => {
      const isResult = exchange.request.body.messages?.at(-1)?.role === 'tool';
      const number = setup.model.requests.length;
      const both = ['find_table', 'book_table'].map((name) => ({ name, id: `${name} ${number}` }));
      return (isResult ? say(ANSWER) : callTools(both))(exchange);
    });
    await caller.says(FIRST);
    await caller.isHeard(2);
    await caller.says(SECOND);
    await caller.isAnswered(3);
    expect(done.toSorted()).toEqual(['book_table', 'find_table', 'find_table']);
    // The history contains no call without its result, and none that was not made.
    const { messages = [] } = setup.model.requests.at(-1)!.body;
    const results = messages.flatMap(({ role, tool_call_id = '' }) =>
      role === 'tool' ? [tool_call_id] : [],
    );
    const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls as { id: string }[]);
    expect(calls.map(({ id }) => id).toSorted()).toEqual(results.toSorted());
    expect(results.filter((id) => id.startsWith('book_table'))).toHaveLength(1);
    const dropped = setup.model.requests.flatMap(({ body }) =>
      JSON.stringify(body.messages).match(/in progress|went on/g),
    );
    expect(dropped.filter((each) => each !== null)).toEqual([]);
  });
});
