import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { buildRest } from '../app.ts';
import { restSetup } from '../testing.ts';

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

test('the schemas of all declared responses compile, although a server compiles only those that it sends', async () => {
  const { deps } = await restSetup();
  const app = buildRest(deps);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  await app.ready();
  let compiled = 0;
  for (const { method, url, schema } of routes) {
    const responses = Object.entries((schema?.response ?? {}) as Record<string, Response>);
    for (const [httpStatus, { content, ...response }] of responses) {
      const schemas = content ? Object.values(content).map((one) => one.schema) : [response];
      for (const one of schemas) {
        const route = { method: String(method), url, httpStatus, schema: one };
        expect(
          SerializerSelector()(app.getSchemas(), {})(route),
          `${method} ${url} ${httpStatus}`,
        ).toBeTypeOf('function');
        compiled++;
      }
    }
  }
  expect(compiled).toBeGreaterThan(200);
  await app.close();
});
