import { type Signal, useSignal } from '@preact/signals';
import { messageOf } from '../wire/http.ts';

/** Runs actions that may fail, and holds the message of the last one if it did. */
export function useAction(): {
  readonly problem: Signal<string | null>;
  readonly act: (action: () => Promise<void>) => Promise<void>;
} {
  const problem = useSignal<string | null>(null);
  const act = async (action: () => Promise<void>): Promise<void> => {
    problem.value = null;
    try {
      await action();
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return { problem, act };
}
