import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../api/rest/docs/openapi.ts';
import { restSetup } from '../api/rest/testing.ts';

test('the document follows the rules of the OpenAPI linter', async () => {
  const { app } = await restSetup();
  const document: OpenApiDocument = (await app.inject('/openapi.json')).json();
  // The linter does not know the response 101.
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation['x-websocket']) delete (item as Record<string, unknown>)[method];
      // The linter does not know either that every kind of security scheme may list required scopes since OpenAPI 3.1
      // (section 4.8.30).
      const security = operation.security?.map((requirement) =>
        Object.fromEntries(Object.keys(requirement).map((scheme) => [scheme, []])),
      );
      if (security) Object.assign(operation, { security });
    }
  }
  const linter = new spectral.Spectral();
  // There is no contact, because the server belongs to its operator. The types of the two packages differ.
  const rules = oas as unknown as RulesetDefinition;
  linter.setRuleset({ extends: [[rules, 'recommended']], rules: { 'info-contact': 'off' } });
  const found = await linter.run(JSON.stringify(document));
  expect(found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([]);
});
