import { describe, expect, test } from 'vitest';
import { AgentError } from '../../agent-worker/errors.ts';
import { EngineError } from '../../engine/index.ts';
import { toInBandError } from './answers.ts';
import { refusal } from './api-error.ts';
import { speechFieldsIn, toApiError } from './to-api-error.ts';

const foreign = new EngineError('phoneme_foreign', {
  values: { ipa: 'x', inventory: 'English', faults: '"x": not one of its sounds' },
  span: { start: 9, end: 10 },
});

describe('toApiError', () => {
  test('a fault in the text is reported for the field of the body, or of the query', () => {
    const item = { msg: foreign.message, type: 'phoneme_foreign' };
    expect(toApiError(foreign).body).toEqual({ detail: [{ loc: ['body', 'text'], ...item }] });
    expect(toApiError(foreign, speechFieldsIn('query')).body).toEqual({
      detail: [{ loc: ['query', 'text'], ...item }],
    });
  });

  test('a fault in the language is always reported for the path', () => {
    const error = new EngineError('language_unspoken', { values: { lang: 'xx' } });
    for (const part of ['body', 'query'] as const) {
      expect(toApiError(error, speechFieldsIn(part))).toMatchObject({
        status: 422,
        detail: [{ loc: ['path', 'lang_code'] }],
      });
    }
  });

  test('refusals for limits and overload name the time to retry after, in whole seconds', () => {
    for (const kind of ['speech_overloaded', 'speech_closing'] as const) {
      const error = new EngineError(kind, { retryAfterMs: 2100 });
      const { status, message: detail } = error;
      expect(toApiError(error)).toMatchObject({ status, detail, headers: { 'retry-after': '3' } });
      expect(toApiError(new EngineError(kind)).headers).toEqual({ 'retry-after': '1' });
    }
    expect(toApiError(new EngineError('enrolments_busy'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
    expect(toApiError(new AgentError('agents_at_limit', { max: 3 }))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
    const now = refusal('server_at_limit', { values: { what: 'uploads' }, retryAfterSeconds: 0 });
    expect(now.headers).toEqual({ 'retry-after': '1' });
  });

  test('an unexpected error reveals nothing', () => {
    const internal = new EngineError('synthesis_failed', { cause: new Error('/home/secret') });
    for (const error of [internal, new Error('/home/secret'), 'secret', undefined]) {
      expect(toApiError(error)).toMatchObject({ status: 500, body: { detail: 'Internal Server Error' } });
    }
  });
});

test('in a stream the same errors have a status and messages', () => {
  expect(toInBandError(foreign)).toEqual({ status_code: 422, errors: [foreign.message] });
  expect(toInBandError(refusal('jwt_expired'))).toEqual({
    status_code: 401,
    errors: ['The JWT has expired'],
  });
  expect(toInBandError(new Error('secret'))).toEqual({ status_code: 500, errors: ['Internal Server Error'] });
});
