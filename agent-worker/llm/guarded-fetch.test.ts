import { initializeLogger } from '@livekit/agents';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatServer, say } from '../../test/kit/servers/chat-server.ts';
import { AddressGuard } from '../address-guard/address-guard.ts';
import { parseAllowHosts } from '../address-guard/allowed-hosts.ts';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import { createLlm } from './create-llm.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { contextOf, RecordingObserver } from './testing.ts';
import type { ModelEndpoint } from './types.ts';

initializeLogger({ pretty: false, level: 'silent' });

const APOLOGY = agentLanguageOrEnglish('en').apology.instead;
const closed = new AddressGuard();
let server: ChatServer;
let observer: RecordingObserver;

beforeEach(async () => {
  server = await ChatServer.start(say('Here I am.'));
  observer = new RecordingObserver();
});
afterEach(() => server.close());

/** The answer of an agent that has a model of its own. */
async function answer(own: ModelEndpoint, guard: AddressGuard, operator: ModelEndpoint | null = null) {
  const httpFetch = guardedFetch(own, operator, guard);
  const model = createLlm({ endpoint: own, lang: () => 'en', observer, httpFetch });
  const { text } = await model.chat({ chatCtx: contextOf('Are you there?') }).collect();
  await model.aclose();
  return text;
}

describe("an agent's own endpoint", () => {
  it('is not reached at a private address, and the log learns why', async () => {
    expect(await answer(server.endpoint, closed)).toBe(APOLOGY);
    expect(server.requests).toEqual([]);
    expect(server.openConnections).toBe(0);
    expect(observer.failures).toEqual([expect.stringMatching(/"127\.0\.0\.1" is not a public address/)]);
  });

  it('is not reached by a name that leads to a private address', async () => {
    const rebound = new AddressGuard({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const baseUrl = server.endpoint.baseUrl.replace('127.0.0.1', 'llm.example.org');
    expect(await answer({ ...server.endpoint, baseUrl }, rebound)).toBe(APOLOGY);
    expect(server.openConnections).toBe(0);
    expect(observer.failures).toEqual([expect.stringMatching(/"llm\.example\.org" is not a public address/)]);
  });

  it('is connected to ahead of time in the same way', async () => {
    const httpFetch = vi.fn(async () => new Response(null));
    const model = createLlm({ endpoint: server.endpoint, lang: () => 'en', observer, httpFetch });
    model.prewarm();
    await vi.waitFor(() => expect(httpFetch).toHaveBeenCalledOnce());
    await model.aclose();
  });

  it('is reached if the operator allows its host', async () => {
    const guard = new AddressGuard({ allowHosts: parseAllowHosts('127.0.0.1') });
    expect(await answer(server.endpoint, guard)).toBe('Here I am.');
    expect(observer.failures).toEqual([]);
  });

  it("needs no allowance when it is the operator's", async () => {
    const another = { ...server.endpoint, model: 'another' };
    expect(await answer(another, closed, server.endpoint)).toBe('Here I am.');
    expect(server.requests[0]?.body.model).toBe('another');
  });
});
