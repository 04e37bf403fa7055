import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HttpAnswer, toHttpAnswer } from '../../errors/answers.ts';
import {
  ApiError,
  invalid,
  invalidFields,
  type RequestPart,
  refusal,
  type ValidationItem,
} from '../../errors/api-error.ts';
import type { Log } from '../../observability/log.ts';

/**
 * Gives every failure of the routes the shape `{"detail": ...}`, or below /v1 that of OpenAI's, and logs those that are
 * ours.
 */
export function answerFailures(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, log));
  // What is unknown was refused before its body was read, by `refuseUnknown`.
  app.setNotFoundHandler((request, reply) => send(toHttpAnswer(refusal('not_found'), request.url), reply));
}

/** Also for what fails before there is a route: a path that cannot be decoded, say. */
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
      // As a text: the schema of a route's success must not cut the error to its own shape.
      .send(JSON.stringify(answer.body))
  );
}

/** Failures found by Fastify itself, told apart by their codes; null for all others. */
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

/** Kinds of fault by JSON Schema keyword; a keyword not listed here is its own kind. */
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
  const wanted = item.params.type;
  return {
    loc: [PARTS[context ?? ''] ?? 'body', ...path],
    msg: item.keyword === 'required' ? 'Field required' : `Input ${item.message ?? 'is invalid'}`,
    type: typeof wanted === 'string' ? `${wanted}_type` : (TYPES[item.keyword] ?? item.keyword),
  };
}
