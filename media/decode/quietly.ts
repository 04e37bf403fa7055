/**
 * The decoders report damaged frames both in their results and on the console. Damage is the sender's business, not
 * the operator's: the console stays free of it. Only for calls that do their work before they return.
 */
export function quietly<T>(call: () => T): T {
  const { error, warn } = console;
  console.error = () => {};
  console.warn = () => {};
  try {
    return call();
  } finally {
    console.error = error;
    console.warn = warn;
  }
}
