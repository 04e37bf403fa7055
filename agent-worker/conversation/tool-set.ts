import type { Toolbox } from '../tools/types.ts';

type Tools = Toolbox['tools'];

/** All tools of one conversation. Where several have the same name, the one that comes first here counts. */
export class ConversationToolSet {
  /** Run by the client itself. */
  client: Tools;
  /** The agent's own: those that handle the call, and HTTP requests. */
  readonly #own: Tools;
  /** Of MCP servers. */
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

  /** How many of these calls are the client's. */
  countOfClient(calls: readonly string[]): number {
    const own = new Set(this.client.map(({ name }) => name));
    return calls.filter((name) => own.has(name)).length;
  }
}
