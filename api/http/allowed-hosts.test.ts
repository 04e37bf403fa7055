import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { loadSettings } from '../settings/settings.ts';
import { AllowedHosts } from './allowed-hosts.ts';

const of = (env: Record<string, string>): AllowedHosts => new AllowedHosts(loadSettings(env));

/** 200, or the status of the refusal. */
function status(check: () => void): number {
  try {
    check();
    return 200;
  } catch (error) {
    return (error as ApiError).status;
  }
}

test.each([
  [{}, 'localhost:8000', 200],
  [{}, '[::1]', 200],
  [{}, 'parley.lan', 421],
  [{}, '192.168.1.5', 421],
  [{}, '', 400],
  [{}, 'localhost, evil.example', 400],
  [{}, 'evil.example\\@localhost', 400],
  [{ ALLOWED_HOSTS: 'parley.lan' }, 'PARLEY.lan:8000', 200],
  [{ ALLOWED_HOSTS: 'parley.lan:8000' }, 'parley.lan:8000', 200],
  [{ ALLOWED_HOSTS: 'parley.lan:8000' }, 'parley.lan:9000', 421],
  [{ HOST: '0.0.0.0' }, 'any.example', 200],
  [{ HOST: '0.0.0.0', ALLOWED_HOSTS: 'parley.lan' }, 'any.example', 421],
  [{ HOST: '0.0.0.0', ALLOWED_HOSTS: 'parley.lan' }, '[2001:db8::1]:8000', 200],
  [{ ALLOWED_HOSTS: '*' }, 'any.example', 200],
])('with %o the host "%s" gets %i', (env, host, expected) => {
  expect(status(() => of(env).checkHost(host))).toBe(expected);
});

test('a name that is not on the list is refused, whatever its form', () => {
  const hosts = of({ ALLOWED_HOSTS: 'parley.lan' });
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.domain(), fc.ipV4(), fc.webAuthority({ withPort: true })),
      (host) => {
        fc.pre(!/^(?:localhost|127\.|parley\.lan)/i.test(host));
        expect([400, 421]).toContain(status(() => hosts.checkHost(host)));
        expect(() => hosts.checkHost(host)).toThrow(ApiError);
      },
    ),
  );
});

test('the origin of a WebSocket is checked only if names are', () => {
  const origin = 'https://page.example';
  const allowed = [{}, { HOST: '0.0.0.0' }, { CORS_ORIGINS: origin }, { ALLOWED_HOSTS: 'page.example' }];
  expect(allowed.map((env) => status(() => of(env as Record<string, string>).checkOrigin(origin)))).toEqual([
    403, 200, 200, 200,
  ]);
  expect(status(() => of({}).checkOrigin(undefined))).toBe(200);
});
