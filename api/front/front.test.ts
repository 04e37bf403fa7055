import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createLog } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import { loadSettings } from '../settings/settings.ts';
import type { FrontDeps } from './deps.ts';
import { Front } from './front.ts';

test('closing twice settles once everything is closed, both times', async () => {
  let asked = 0;
  const deps: Partial<FrontDeps> = {
    settings: loadSettings({ HOST: '127.0.0.1', PORT: '0' }),
    metrics: new Metrics(),
    log: createLog({ logLevel: 'silent' }),
    // Somebody whose request is never answered.
    authenticator: {
      authenticate: () => {
        asked++;
        return new Promise(() => undefined);
      },
    } as unknown as FrontDeps['authenticator'],
  };
  const front = new Front(deps as FrontDeps);
  const { port } = await front.listen();
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  const body = JSON.stringify({ text: 'Hello.' });
  client.write(
    `POST /sse/speak/en HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await vi.waitFor(() => expect(asked).toBe(1));
  let closed = 0;
  const first = front.close(200).then(() => closed++);
  await front.close(200);
  expect(closed, 'the first is through, too').toBe(1);
  await first;
  client.destroy();
});
