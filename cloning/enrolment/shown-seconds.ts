/**
 * Formats seconds next to a limit, with as many decimals as are needed to differ from it ("14.99" and not "15.0" where
 * 15 is required).
 */
export function shownSeconds(seconds: number, ...limits: readonly number[]): string {
  for (let decimals = 1; decimals <= 6; decimals++) {
    const shown = seconds.toFixed(decimals);
    if (!limits.includes(Number(shown)) || limits.includes(seconds)) return shown;
  }
  return String(seconds);
}
