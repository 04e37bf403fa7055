/**
 * A time as stored and sent: ISO 8601 in UTC. All texts have the same length, so their order is that of the times.
 * @param ms since the epoch
 */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The UTC day of a time, as YYYY-MM-DD. @param ms since the epoch */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10);
