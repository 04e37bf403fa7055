/**
 * URLs of agents' media streams, and dispatches for telephones: what they permit, for how long, and for which agent.
 */
import { describe, expect, test } from 'vitest';
import { AgentOwners, faults, jwtOf } from '../kit/agent-owners.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import type { Answer } from '../kit/clients/sse-client.ts';

const owners = new AgentOwners();

describe('the URL of a media stream', () => {
  interface Link {
    readonly url: string;
    readonly token: string;
    readonly expires_in: number;
  }
  const ask = (id: string, body?: unknown): Promise<Answer> =>
    owners.me.send('POST', `/agents/${id}/media-stream-url`, body);

  test('is valid for its agent until it expires, and for nothing else', async () => {
    const [id, another] = [await owners.me.made(), await owners.me.made()];
    const link = await dataOf<Link>(ask(id));
    expect(link).toEqual({
      url: `/agents/${id}/media-stream/${link.token}`,
      token: expect.any(String),
      expires_in: 600,
    });
    expect((await dataOf<Link>(ask(id, { expires_in: 60 }))).expires_in).toBe(60);
    await owners.withSessions(async ({ links }) => {
      expect(await links.verify(link.token, id)).toMatchObject({ expiresAtMs: null });
      await expect(links.verify(link.token, another)).rejects.toMatchObject({ status: 401 });
      await expect(links.verify(await jwtOf(owners.me, 60), id)).rejects.toMatchObject({ status: 401 });
      await expect(links.verify('', id)).rejects.toMatchObject({ status: 401 });
    });
    // It is not valid as any other credential.
    const answer = await owners.me.send('GET', `/agents?jwt_token=${link.token}`, undefined, {
      'x-api-key': '',
    });
    expect(answer.status).toBe(401);
  });

  test('one made with a JWT expires no later than the JWT', async () => {
    const id = await owners.me.made();
    const jwt = await jwtOf(owners.me, 100);
    const headers = { 'x-api-key': '', authorization: `Bearer ${jwt}` };
    const path = `/agents/${id}/media-stream-url`;
    const { token, expires_in } = await dataOf<Link>(
      owners.me.send('POST', path, { expires_in: 3600 }, headers),
    );
    expect(expires_in).toBeLessThanOrEqual(100);
    await owners.withSessions(async ({ links }) => {
      expect((await links.verify(token, id)).expiresAtMs).toBeLessThanOrEqual(Date.now() + 100_000);
    });
  });

  test.each([[59], [86_401], ['soon'], [60.5]])('not for %s seconds', async (expires_in) => {
    const id = await owners.me.made();
    expect(faults(await ask(id, { expires_in }))).toMatchObject([{ loc: ['body', 'expires_in'] }]);
  });

  test("not for another owner's agent", async () => {
    const answer = await ask(await owners.other.made());
    expect(answer.status).toBe(404);
  });
});

describe('the dispatch for callers on the telephone', () => {
  interface Dispatch {
    readonly agent_name: string;
    readonly metadata: string;
    readonly expires_in: number;
  }
  const ask = (id: string, body?: unknown): Promise<Answer> =>
    owners.me.send('POST', `/agents/${id}/sip-dispatch`, body);

  test('begins a session of its agent for every call, until the agent is deleted', async () => {
    const id = await owners.me.made({ greeting: 'Hello.' });
    const { metadata, ...rest } = await dataOf<Dispatch>(ask(id));
    expect(rest).toEqual({ agent_name: 'test-agents', expires_in: 315_360_000 });
    await owners.withSessions(async ({ dispatches, sessions, links }) => {
      const [first, second] = [
        await dispatches.begin(metadata, 'call-1'),
        await dispatches.begin(metadata, 'call-2'),
      ];
      expect(await sessions.claim(first, 'call-2')).toBeNull();
      expect(await sessions.claim(second, 'call-2')).toMatchObject({
        callerIdentity: null,
        settings: { agentId: id, greeting: 'Hello.' },
      });
      // A dispatch opens no stream, and a stream link begins no session.
      await expect(links.verify(metadata, id)).rejects.toMatchObject({ status: 401 });
      const { token } = await dataOf<{ token: string }>(
        owners.me.send('POST', `/agents/${id}/media-stream-url`, { reusable: true }),
      );
      for (const other of [token, `${metadata}x`, await jwtOf(owners.me, 60)]) {
        await expect(dispatches.begin(other, 'call-3')).rejects.toMatchObject({ status: 401 });
      }
      await owners.me.remove(id);
      await expect(dispatches.begin(metadata, 'call-3')).rejects.toMatchObject({ status: 404 });
    });
  });

  test('one made with a JWT expires no later, and is refused for an agent of another owner', async () => {
    const id = await owners.me.made();
    const headers = { 'x-api-key': '', authorization: `Bearer ${await jwtOf(owners.me, 100)}` };
    const path = `/agents/${id}/sip-dispatch`;
    const { expires_in } = await dataOf<Dispatch>(owners.me.send('POST', path, {}, headers));
    expect(expires_in).toBeLessThanOrEqual(100);
    expect((await ask(await owners.other.made())).status).toBe(404);
    expect(faults(await ask(id, { expires_in: 59 }))).toMatchObject([{ loc: ['body', 'expires_in'] }]);
  });
});
