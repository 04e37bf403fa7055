import { AgentError } from '../errors.ts';

/** Remaining number of bytes that a peer may send; every new request resets it. */
export class ByteBudget {
  readonly #capacity: number;
  #left: number;

  constructor(bytes: number) {
    this.#capacity = bytes;
    this.#left = bytes;
  }

  /** Counts bytes. @returns false when they exceed the remaining budget */
  take(bytes: number): boolean {
    this.#left -= bytes;
    return this.#left >= 0;
  }

  refill(): void {
    this.#left = this.#capacity;
  }
}

/**
 * Returns the same response, with a body that fails with an AgentError once the budget is spent.
 * @param ended called once: null at the regular end or when the reader cancelled, otherwise why it broke off
 */
export function boundedResponse(
  response: Response,
  budget: ByteBudget,
  ended: (error: unknown) => void,
): Response {
  const { status, statusText } = response;
  if (response.body === null) {
    ended(null);
    return response;
  }
  return new Response(boundedBody(response.body, budget, ended), {
    status,
    statusText,
    headers: [...response.headers],
  });
}

function boundedBody(
  body: ReadableStream<Uint8Array>,
  budget: ByteBudget,
  ended: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
            ended(null);
            return;
          }
          if (!budget.take(value.byteLength)) throw new AgentError('answer_too_large');
          controller.enqueue(value);
        } catch (error) {
          controller.error(error);
          ended(error);
          await reader.cancel(error).catch(() => {});
        }
      },
      async cancel(reason) {
        ended(null);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
