import { describe, expect, test } from 'vitest';
import { SpeakError } from '../../engine/index.ts';
import { toInBandError } from './answers.ts';
import { refusal } from './api-error.ts';
import { speechFieldsIn, toApiError } from './to-api-error.ts';

const foreign = new SpeakError('The phoneme "x" is not one of English', {
  status: 422,
  field: 'text',
  type: 'phoneme_foreign',
});

describe('toApiError', () => {
  test('a fault in the text points at the field of the body, or of the query', () => {
    const item = { msg: foreign.message, type: 'phoneme_foreign' };
    expect(toApiError(foreign).body).toEqual({ detail: [{ loc: ['body', 'text'], ...item }] });
    expect(toApiError(foreign, speechFieldsIn('query')).body).toEqual({
      detail: [{ loc: ['query', 'text'], ...item }],
    });
  });

  test('a fault in the language points at the path, always', () => {
    const error = new SpeakError('No voice speaks "xx"', {
      status: 422,
      field: 'lang_code',
      type: 'language',
    });
    for (const part of ['body', 'query'] as const) {
      expect(toApiError(error, speechFieldsIn(part))).toMatchObject({
        status: 422,
        detail: [{ loc: ['path', 'lang_code'] }],
      });
    }
  });

  test('too much and overloaded say when to come back, in whole seconds', () => {
    for (const status of [429, 503] as const) {
      const error = new SpeakError('Busy', { status, field: 'text', type: 'overloaded', retryAfterMs: 2100 });
      expect(toApiError(error)).toMatchObject({ status, detail: 'Busy', headers: { 'retry-after': '3' } });
    }
    const now = refusal('server_at_limit', { values: { what: 'uploads' }, retryAfterSeconds: 0 });
    expect(now.headers).toEqual({ 'retry-after': '1' });
  });

  test('what nobody foresaw tells nothing', () => {
    const internal = new SpeakError('/home/secret', { status: 500, field: 'text', type: 'internal' });
    for (const error of [internal, new Error('/home/secret'), 'secret', undefined]) {
      expect(toApiError(error)).toMatchObject({ status: 500, body: { detail: 'Internal Server Error' } });
    }
  });
});

test('in a stream the same errors are a status and sentences', () => {
  expect(toInBandError(foreign)).toEqual({ status_code: 422, errors: [foreign.message] });
  expect(toInBandError(refusal('jwt_expired'))).toEqual({
    status_code: 401,
    errors: ['The JWT has expired'],
  });
  expect(toInBandError(new Error('secret'))).toEqual({ status_code: 500, errors: ['Internal Server Error'] });
});
