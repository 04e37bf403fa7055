/** An event for the client; `event_id` is added when it is sent. */
export interface ServerEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The items of a conversation in their order, as the client is told of them. */
export class Items {
  readonly #send: (event: ServerEvent) => void;
  /** Each item's predecessor. */
  readonly #before = new Map<string, string | null>();
  #last: string | null = null;

  constructor(send: (event: ServerEvent) => void) {
    this.#send = send;
  }

  get last(): string | null {
    return this.#last;
  }

  add(item: Item): void {
    this.#before.set(item.id, this.#last);
    this.#last = item.id;
    this.#send({ type: 'conversation.item.added', previous_item_id: this.#before.get(item.id), item });
  }

  /** It is complete. */
  done(item: Item): void {
    this.#send({
      type: 'conversation.item.done',
      previous_item_id: this.#before.get(item.id) ?? null,
      item,
    });
    this.#before.delete(item.id);
  }
}
