interface Entry<T> {
  readonly item: T;
  readonly deadlineMs: number;
  /** Arrival order: equal deadlines are served first come, first served. */
  readonly order: number;
}

/** A priority queue that returns the item with the earliest deadline first (binary heap). */
export class DeadlineQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #arrivals = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The item due first, which stays in the queue; undefined when the queue is empty. */
  get first(): T | undefined {
    return this.#heap[0]?.item;
  }

  /** The earliest deadline; undefined when the queue is empty. */
  get deadlineMs(): number | undefined {
    return this.#heap[0]?.deadlineMs;
  }

  push(item: T, deadlineMs: number): void {
    const heap = this.#heap;
    heap.push({ item, deadlineMs, order: this.#arrivals++ });
    let at = heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** The item due first, removed; undefined when the queue is empty. */
  shift(): T | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top?.item;
    heap[0] = last;
    let at = 0;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#before(child, least)) least = child;
      }
      if (least === at) return top.item;
      this.#swap(at, least);
      at = least;
    }
  }

  #before(a: number, b: number): boolean {
    const left = this.#heap[a] as Entry<T>;
    const right = this.#heap[b] as Entry<T>;
    return (
      left.deadlineMs < right.deadlineMs || (left.deadlineMs === right.deadlineMs && left.order < right.order)
    );
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a] as Entry<T>;
    this.#heap[a] = this.#heap[b] as Entry<T>;
    this.#heap[b] = held;
  }
}
