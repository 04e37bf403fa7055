/**
 * A worker's log, in the shape of pino's. Messages are static and values go into fields; nothing that was said and no
 * secrets are logged.
 */
export interface WorkerLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
