/** Observer of a hearing of which only the words matter. A recogniser that fails ends the evaluation. */
export const UNOBSERVED = {
  speechBegan: () => undefined,
  speechConfirmed: () => undefined,
  recognised: () => undefined,
  dismissed: () => undefined,
  failed: (reason: string) => {
    throw new Error(reason);
  },
};
