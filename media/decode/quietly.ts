/**
 * The decoders report damaged frames both in their results and on the console. Damage concerns the sender, not the
 * operator, so console output is suppressed. Only for synchronous calls.
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
