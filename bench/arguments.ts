/** Thrown for invalid arguments. The message names them. */
export class UsageError extends Error {}

/** @throws UsageError */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}`);
}
