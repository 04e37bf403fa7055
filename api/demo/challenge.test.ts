import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SITE_SECRET, SiteVerifyServer } from '../../test/kit/servers/siteverify.ts';
import { ChallengeError, SiteVerify } from './challenge.ts';

const NOBODY_LEAVES = new AbortController().signal;
let service: SiteVerifyServer;
beforeAll(async () => {
  service = await SiteVerifyServer.start();
});
afterAll(() => service.close());

const verify = (answer: string, more: Partial<{ secret: string; url: string; timeoutMs: number }> = {}) =>
  new SiteVerify({ url: service.url, secret: SITE_SECRET, timeoutMs: 5000, ...more }).isPassed(
    answer,
    '192.0.2.7',
    NOBODY_LEAVES,
  );

describe('SiteVerify', () => {
  test('sends the form that such services expect, and returns their verdict', async () => {
    expect(await verify('human & machine=1')).toBe(true);
    expect(service.forms.at(-1)).toEqual({
      secret: SITE_SECRET,
      response: 'human & machine=1',
      remoteip: '192.0.2.7',
      type: 'application/x-www-form-urlencoded',
      method: 'POST',
    });
    expect(await verify('human & machine=1'), 'used before').toBe(false);
    expect(await verify('program')).toBe(false);
  });

  test('does not send an empty answer to the service', async () => {
    const before = service.forms.length;
    expect(await verify('')).toBe(false);
    expect(service.forms.length).toBe(before);
  });

  test.each([
    ['garbage', 'not JSON'],
    ['undecided', 'no verdict'],
    ['null', 'no verdict'],
    ['huge', 'too long'],
    ['broken', 'status 500'],
    ['redirect', 'status 307'],
    ['cut', 'cannot be reached'],
  ])('a service that answers with %s has no say', async (answer, message) => {
    await expect(verify(answer)).rejects.toThrow(ChallengeError);
    await expect(verify(answer)).rejects.toThrow(message);
    expect(service.redirected).toBe(0);
  });

  test.each(['slow', 'endless'])(
    'a service that is %s is abandoned, and its connection closed',
    async (answer) => {
      const before = service.calledOff;
      await expect(verify(answer, { timeoutMs: 100 })).rejects.toThrow('did not answer in time');
      await expect.poll(() => service.calledOff).toBe(before + 1);
    },
  );

  test('a service that rejects the secret is a server fault, not the visitor', async () => {
    await expect(verify('human', { secret: 'another' })).rejects.toThrow('DEMO_SECRET_KEY');
  });

  test('an unreachable service is reported as such, without the secret', async () => {
    const error = await verify('human', { url: 'http://127.0.0.1:1/' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChallengeError);
    expect(String(error)).toContain('cannot be reached');
    expect(String(error)).not.toContain(SITE_SECRET);
  });

  test('stops when the visitor disconnects', async () => {
    const visitor = new AbortController();
    const left = new Error('left');
    const before = service.calledOff;
    const asked = new SiteVerify({ url: service.url, secret: SITE_SECRET, timeoutMs: 60_000 }).isPassed(
      'slow',
      '192.0.2.7',
      visitor.signal,
    );
    const forms = service.forms.length;
    await expect.poll(() => service.forms.length).toBe(forms + 1);
    visitor.abort(left);
    await expect(asked).rejects.toBe(left);
    await expect.poll(() => service.calledOff).toBe(before + 1);
  });
});
