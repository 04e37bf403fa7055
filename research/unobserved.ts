/** An observer for evaluations that use only the recognised text. It throws when recognition fails. */
export const UNOBSERVED = {
  speechBegan: () => undefined,
  speechConfirmed: () => undefined,
  recognised: () => undefined,
  dismissed: () => undefined,
  failed: (reason: string) => {
    throw new Error(reason);
  },
};
