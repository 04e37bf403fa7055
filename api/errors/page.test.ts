import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AGENT_ERRORS } from '../../agent-worker/errors.ts';
import { ENGINE_ERRORS } from '../../engine/index.ts';
import { DECODE_ERRORS } from '../../media/decode/decode-error.ts';
import { type ErrorDefinition, errorText } from '../../media/error-definition.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { errorsPage } from './page.ts';
import { REFUSALS } from './refusals.ts';

const REGISTRIES = [REFUSALS, FIELD_FAULTS, ENGINE_ERRORS, AGENT_ERRORS, DECODE_ERRORS];

test('docs/errors.md matches the registries (node scripts/run.mjs api/cli/errors rewrites it)', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8');
  expect(page).toBe(errorsPage());
});

test('every text can be formatted with the names of its values', () => {
  const names = new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as never;
  const texts = REGISTRIES.flatMap((registry) =>
    Object.values<ErrorDefinition>(registry).map((definition) => errorText(definition, names)),
  );
  expect(texts.join('\n')).not.toMatch(/undefined|NaN|\[object|function/);
});

test('no kind means two things', () => {
  const kinds = REGISTRIES.flatMap((registry) => Object.keys(registry));
  expect(kinds.filter((kind, i) => kinds.indexOf(kind) !== i)).toEqual([]);
});
