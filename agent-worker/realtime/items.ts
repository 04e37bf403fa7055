/** An event for the client; `event_id` is added when it is sent. */
export interface ServerEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Limit of items that the client can retrieve: the latest ones. */
const MAX_KEPT = 200;

/** The items of a conversation in their order, as reported to the client. */
export class Items {
  readonly #send: (event: ServerEvent) => void;
  /** Each item's predecessor. */
  readonly #before = new Map<string, string | null>();
  readonly #kept = new Map<string, Item>();
  #last: string | null = null;

  constructor(send: (event: ServerEvent) => void) {
    this.#send = send;
  }

  get last(): string | null {
    return this.#last;
  }

  /** The item as last sent; undefined if it is unknown, deleted or too old. */
  find(id: string): Item | undefined {
    return this.#kept.get(id);
  }

  add(item: Item): void {
    this.#before.set(item.id, this.#last);
    this.#last = item.id;
    this.#keep(item);
    this.#send({ type: 'conversation.item.added', previous_item_id: this.#before.get(item.id), item });
  }

  /** The item is complete. */
  done(item: Item): void {
    this.#keep(item);
    this.#send({
      type: 'conversation.item.done',
      previous_item_id: this.#before.get(item.id) ?? null,
      item,
    });
    this.#before.delete(item.id);
  }

  delete(id: string): void {
    this.#kept.delete(id);
    if (this.#last === id) this.#last = [...this.#kept.keys()].at(-1) ?? null;
    this.#send({ type: 'conversation.item.deleted', item_id: id });
  }

  #keep(item: Item): void {
    this.#kept.set(item.id, item);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
