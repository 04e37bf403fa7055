import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino';
import { EngineError } from '../../engine/index.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Settings } from '../settings/settings.ts';

export type Log = ReturnType<typeof createLog>;

const HIDDEN = '[hidden]';

/** Fields that contain credentials or what users say, at any place down to the second level. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'x-api-key',
  'x-demo-token',
  'apiKey',
  'api_key',
  'xApiKey',
  'apiKeyQuery',
  'bootstrapApiKey',
  'jwt',
  'jwtQuery',
  'jwt_token',
  'token',
  'key',
  'secret',
  'password',
  'text',
  'transcript',
  'prompt',
];
const REDACTED = SECRET_FIELDS.flatMap((field) => {
  const path = /^\w+$/.test(field) ? `.${field}` : `["${field}"]`;
  return [path.replace(/^\./, ''), `*${path}`, `*.*${path}`];
});

const QUERY_CREDENTIAL = /\b(api_key|jwt_token|access_token)=[^&#\s"'\\]+/gi;
const API_KEY = /\bpk_[\w-]{20,}/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/**
 * Creates the log, which writes JSON lines. Credentials and spoken text never appear in it: known fields are hidden,
 * errors are reduced to their subject, and as a last resort every finished line is searched for keys and tokens.
 * @param destination standard output by default
 */
export function createLog(settings: Pick<Settings, 'logLevel'>, destination?: DestinationStream) {
  const options: LoggerOptions = {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED, censor: HIDDEN },
    serializers: { err: describeError, error: describeError, url: hideCredentials },
    hooks: { streamWrite: hideCredentials, logMethod: withoutQuotedErrors },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Redacts the credentials in a text: query parameters, API keys and JWTs. */
export function hideCredentials(text: string): string {
  return text.replace(QUERY_CREDENTIAL, `$1=${HIDDEN}`).replace(API_KEY, `pk_${HIDDEN}`).replace(JWT, HIDDEN);
}

/** Without a separate message, pino would log the error's message unchanged, bypassing the serializer. */
function withoutQuotedErrors(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  if (args.length === 1 && typeof args[0] === 'object') method.call(this, args[0], 'error');
  else method.apply(this, args);
}

/**
 * Client errors quote what the user sent, so only their kind and location are logged. Other errors keep message and
 * stack.
 */
function describeError(error: unknown): unknown {
  if (error instanceof EngineError) {
    const { name, kind, type, field, status } = error;
    return { name, kind, type, field, status };
  }
  if (error instanceof ApiError) return describeApiError(error);
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}

/** Quotations of a client error are omitted. The cause of a server error is kept for the operator. */
function describeApiError({ name, kind, status, cause }: ApiError): unknown {
  const isOurs = status >= 500 && cause !== undefined;
  return { name, kind, status, ...(isOurs && { cause: describeError(cause) }) };
}
