/** A language model without delay, behind the usual HTTP interface. */
import { type ChatRequestBody, ChatServer, sayBy } from '../../scenarios/model/chat-server.ts';
import { LONG_REPLY, REPLIES } from './texts.ts';

export class InstantModel {
  readonly #server: ChatServer;
  /** Length of the agents' answers from now on. */
  replies: 'short' | 'long' = 'short';

  private constructor(server: ChatServer) {
    this.#server = server;
    server.answer(
      sayBy((body) => {
        // Benchmarks run for hours.
        server.requests.splice(0);
        return this.replies === 'long' ? LONG_REPLY : shortReply(body);
      }),
    );
  }

  static async start(): Promise<InstantModel> {
    return new InstantModel(await ChatServer.start());
  }

  get url(): string {
    return this.#server.url;
  }

  close(): void {
    void this.#server.close();
  }
}

/** The same words get the same answer. */
function shortReply({ messages = [] }: ChatRequestBody): string {
  const said = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const sum = [...said].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return REPLIES[sum % REPLIES.length] ?? '';
}
