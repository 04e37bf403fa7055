/**
 * A worker's log, in the format of pino. Messages are static and values are passed in fields. No words of the
 * conversation and no secrets are logged.
 */
export interface WorkerLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
