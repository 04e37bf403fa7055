/**
 * Where a worker says what goes on: pino's shape. Messages are static, values go into fields, nothing said or secret
 * does.
 */
export interface WorkerLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
