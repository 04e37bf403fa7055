/** Kills processes while they make calls: each accepted call is made once, and followed to its end. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../api/credentials/keys.ts';
import { type CallRequest, insertCall, listCalls } from '../../api/storage/calls.ts';
import { openDatabase } from '../../api/storage/database.ts';
import { ensureOwner } from '../../api/storage/owners.ts';
import { eachDatabase } from '../kit/databases.ts';
import { compile } from '../kit/processes/compile.ts';
import { until } from '../kit/server.ts';
import { TwilioServer } from '../kit/servers/twilio.ts';

const CALLS = 24;
const KILLS = 6;

let runner: Awaited<ReturnType<typeof compile>>;
beforeAll(async () => {
  runner = await compile('test/kit/processes/call-runner.ts');
});
afterAll(() => runner?.remove());

eachDatabase((databases) => {
  test('processes are killed while they call', { timeout: 180_000 }, async () => {
    const place = await databases.place();
    const db = await openDatabase(place);
    onTestFinished(() => db.destroy());
    const twilio = await TwilioServer.start();
    onTestFinished(() => twilio.close());
    twilio.telephone = { ringMs: 150, outcome: 'busy' };
    // Many are killed between the request and its response.
    twilio.answerMs = 150;
    const { ownerId } = await ensureOwner(db, 'Ada');
    const keyId = (await createKey(db, ownerId, 'a key')).info.id;
    for (let i = 0; i < CALLS; i++) {
      const request = {
        to: `+49301234${100 + i}`,
        from: '+4930999',
        via: 'twilio',
        ringSeconds: 30,
        maxSeconds: 60,
        startWithinSeconds: 3600,
        hours: null,
        retry: { maxAttempts: 1, delayMs: 0, on: [] },
        trunkId: null,
        variables: {},
        overrides: {},
      } satisfies CallRequest;
      const call = {
        id: randomUUID(),
        ownerId,
        keyId,
        agentId: 'agent',
        request,
        credentialExpiresAt: null,
        idempotencyKey: null,
      };
      await insertCall(db, { ...call, availableAtMs: Date.now() }, Date.now());
    }
    const {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_BASE_URL: baseUrl,
    } = twilio.env;
    const start = () =>
      spawn(
        process.execPath,
        [runner.path, JSON.stringify({ place, account: { accountSid, authToken, baseUrl } })],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
    for (let kill = 0; kill < KILLS; kill++) {
      const child = start();
      await once(child.stdout, 'data');
      await sleep(100 + 70 * kill);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = start();
    onTestFinished(() => void last.kill('SIGKILL'));
    const all = () => listCalls(db, { ownerId }, { limit: CALLS + 1, after: null });
    const areOver = async (): Promise<boolean> => (await all()).every(({ endedAt }) => endedAt !== null);
    await until('all calls are over', areOver, 120_000);
    expect((await all()).map(({ status }) => status)).toEqual(Array.from({ length: CALLS }, () => 'busy'));
    // Each end is reported once.
    const ends = await db.selectFrom('events').select('subject').where('type', '=', 'call.ended').execute();
    expect(ends.map(({ subject }) => subject).sort()).toEqual((await all()).map(({ id }) => id).sort());
    expect(twilio.made.map(({ to }) => to).sort()).toEqual(
      (await all()).map(({ request }) => request.to).sort(),
    );
  });
});
