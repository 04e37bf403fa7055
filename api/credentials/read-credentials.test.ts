import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { parseAuthorization, presentedCredential } from './read-credentials.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';

describe('parseAuthorization', () => {
  test.each([
    [`Bearer ${JWT}`, 'jwt', JWT],
    [`Bearer: ${JWT}`, 'jwt', JWT],
    [`bearer   ${JWT} `, 'jwt', JWT],
    [`BEARER:${JWT}`, 'jwt', JWT],
    [JWT, 'jwt', JWT],
    ['Bearer pk_abc-_9', 'key', 'pk_abc-_9'],
    ['Bearer: pk_abc-_9', 'key', 'pk_abc-_9'],
    ['pk_abc-_9', 'key', 'pk_abc-_9'],
    ['bearerish-token', 'key', 'bearerish-token'],
    ['three.dotted.words', 'key', 'three.dotted.words'],
  ])('%s', (header, kind, value) => {
    expect(parseAuthorization(header)).toMatchObject({ kind, value });
  });

  test.each([
    'Bearer',
    'Bearer:',
    'Bearer: ',
    'Basic dXNlcjpwYXNz',
    'Token pk_abc',
    'Bearer a b',
    'a, b',
    'Bearer a,b',
  ])('%s is refused', (header) => {
    expect(() => parseAuthorization(header)).toThrow(ApiError);
  });

  test('any token is read from each of the three forms, in any case and spacing', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9._~+/=-]{1,80}$/).filter((text) => !/^bearer$/i.test(text));
    const scheme = fc.mixedCase(fc.constant('bearer'));
    const gap = fc.stringMatching(/^[ \t]{1,4}$/);
    fc.assert(
      fc.property(token, scheme, gap, (value, word, space) => {
        for (const header of [
          value,
          `${word}${space}${value}`,
          `${word}:${value}`,
          `${word}:${space}${value}`,
        ]) {
          expect(parseAuthorization(`${space}${header}${space}`).value).toBe(value);
        }
      }),
      { interruptAfterTimeLimit: 3000 },
    );
  });

  test('any header is read or refused with 401, and the credential read is a part of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (header) => {
        try {
          const { value } = parseAuthorization(header);
          expect(value).toMatch(/^[^\s:,]+$/);
          expect(header).toContain(value);
        } catch (error) {
          expect(error).toMatchObject({ name: 'ApiError', status: 401 });
        }
      }),
      { interruptAfterTimeLimit: 3000 },
    );
  });

  test('a refusal does not repeat the header', () => {
    expect(() => parseAuthorization('Basic c2VjcmV0')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('c2VjcmV0') }),
    );
  });
});

describe('presentedCredential', () => {
  const all = { xApiKey: 'a', authorization: 'Bearer b', apiKeyQuery: 'c', jwtQuery: 'd' };

  test('the order is x-api-key, authorization, api_key, jwt_token', () => {
    expect(presentedCredential(all)).toMatchObject({ kind: 'key', value: 'a' });
    expect(presentedCredential({ ...all, xApiKey: undefined })).toMatchObject({ kind: 'key', value: 'b' });
    expect(presentedCredential({ apiKeyQuery: 'c', jwtQuery: 'd' })).toMatchObject({
      kind: 'key',
      value: 'c',
    });
    expect(presentedCredential({ jwtQuery: 'd' })).toMatchObject({ kind: 'jwt', value: 'd' });
  });

  test('an empty value counts as absent', () => {
    expect(
      presentedCredential({ xApiKey: ' ', authorization: '', apiKeyQuery: '', jwtQuery: 'd' }),
    ).toMatchObject({
      value: 'd',
    });
  });

  test('a malformed authorization header counts, even if a later credential is present', () => {
    expect(() => presentedCredential({ authorization: 'Bearer', apiKeyQuery: 'c' })).toThrow(ApiError);
  });

  test('without any credential the 401 names what to send', () => {
    expect(() => presentedCredential({})).toThrow(/x-api-key.*api_key.*jwt_token/s);
  });
});
