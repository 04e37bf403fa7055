import type { Toolbox } from '../tools/types.ts';

type Tools = Toolbox['tools'];

/** All tools of one conversation. If several have the same name, the first kind in this list wins. */
export class ConversationToolSet {
  /** Tools that the client runs. */
  client: Tools;
  /** The agent's own tools: those that handle the call, and HTTP requests. */
  readonly #own: Tools;
  /** Tools of MCP servers. */
  servers: Tools = [];

  constructor(client: Tools, own: Tools) {
    this.client = client;
    this.#own = own;
  }

  get all(): Tools {
    const names = new Set<string>();
    return [...this.client, ...this.#own, ...this.servers].filter(({ name }) => {
      const isNew = !names.has(name);
      names.add(name);
      return isNew;
    });
  }

  /** Counts the calls of the client's tools. */
  countOfClient(calls: readonly string[]): number {
    const own = new Set(this.client.map(({ name }) => name));
    return calls.filter((name) => own.has(name)).length;
  }
}
