import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HttpAnswer, toHttpAnswer } from '../../errors/answers.ts';
import {
  ApiError,
  fieldFault,
  invalid,
  invalidFields,
  type RequestPart,
  refusal,
  type ValidationItem,
} from '../../errors/api-error.ts';
import type { Audit } from '../../observability/audit.ts';
import type { Log } from '../../observability/log.ts';

/**
 * Gives every error of the routes the format `{"detail": ...}`, or OpenAI's under /v1. Logs server errors and, in the
 * audit log, refusals.
 */
export function answerFailures(app: FastifyInstance, log: Log, audit: Pick<Audit, 'refused'>): void {
  app.setErrorHandler((error, request, reply) => {
    audit.refused(error, {
      client: request.ip,
      operation: `${request.method} ${request.routeOptions.url ?? 'unmatched'}`,
      keyId: request.identity?.keyId,
    });
    return sendFailure(error, request, reply, log);
  });
  // Unknown routes were rejected before the body was read, by `refuseUnknown`.
  app.setNotFoundHandler((request, reply) => send(toHttpAnswer(refusal('not_found'), request.url), reply));
}

/** Also used for failures before there is a route, such as a path that cannot be decoded. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const answer = toHttpAnswer(fromFastify(error) ?? error, request.url);
  if (answer.status >= 500) {
    log.error({ err: error, method: request.method, route: request.routeOptions?.url }, 'request failed');
  }
  return send(answer, reply);
}

function send(answer: HttpAnswer, reply: FastifyReply): FastifyReply {
  return (
    reply
      .code(answer.status)
      .headers(answer.headers)
      .type('application/json; charset=utf-8')
      // Sent as a string, because the schema of a successful response would strip the error's fields.
      .send(JSON.stringify(answer.body))
  );
}

/** Converts errors of Fastify itself, identified by their codes; null for all others. */
function fromFastify(error: unknown): ApiError | null {
  if (!isFastifyError(error)) return null;
  if (error.validation) {
    return invalidFields(error.validation.map((item) => toItem(item, error.validationContext)));
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalid(['body'], 'body_json_invalid');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return refusal('not_found');
  }
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new ApiError('request_unreadable', status, error.message) : null;
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  );
}

const PARTS: Readonly<Record<string, RequestPart>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

/** Fault types by JSON Schema keyword. A keyword that is not listed is its own type. */
const TYPES: Readonly<Record<string, string>> = {
  required: 'missing',
  minimum: 'greater_than_equal',
  maximum: 'less_than_equal',
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  pattern: 'string_pattern_mismatch',
  enum: 'enum',
};

function toItem(
  item: NonNullable<FastifyError['validation']>[number],
  context: FastifyError['validationContext'],
): ValidationItem {
  const path = item.instancePath
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
  const missing = item.params.missingProperty;
  if (typeof missing === 'string') path.push(missing);
  // One type, or several with null as the last.
  const [wanted] = [item.params.type].flat();
  return {
    loc: [PARTS[context ?? ''] ?? 'body', ...path],
    msg: messageOf(item),
    type: typeof wanted === 'string' ? `${wanted.split(',')[0]}_type` : (TYPES[item.keyword] ?? item.keyword),
  };
}

function messageOf({ keyword, params, message }: NonNullable<FastifyError['validation']>[number]): string {
  if (keyword === 'required') return 'Field required';
  const { allowedValues } = params;
  if (Array.isArray(allowedValues)) {
    const options = allowedValues.filter((value) => value !== null).join(', ');
    return fieldFault([], 'not_an_option', { options }).msg;
  }
  return `Input ${message?.replace(',null', ' or null') ?? 'is invalid'}`;
}
