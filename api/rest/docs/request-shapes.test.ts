import { Type } from '@sinclair/typebox';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Fields, optionalProperties, readFields } from '../../http/declared-fields.ts';
import { FieldReader } from '../../http/fields.ts';
import { SPEECH_FIELDS } from '../../openai/speech-body.ts';
import { SPEAK_FIELDS } from '../../speech/speak-settings.ts';

const LONG = 'x'.repeat(1000);
const VALUES: readonly unknown[] = [
  ...['x'.repeat(35), 'x'.repeat(36), 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(200), 'x'.repeat(201), LONG],
  ...[-1, 0, 0.2, 0.25, 0.5, 1, 1.5, 2, 2.1, 4, 4.5, 1000, 1001, 8000, 24_000, 48_000],
  ...['pcm_linear', 'pcm_mulaw', 'mp3', 'wav', 'aac', 'audio', 'sse', 'pt-br', 'es-castilian'],
  ...[true, false, [], { id: 'x' }, { id: LONG }, { id: 1 }],
];

/** Returns a check whether the documented schema of a field admits a value. */
function admittedBy(table: Fields) {
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  onTestFinished(() => app.close());
  app.post('/', { schema: { body: Type.Object(optionalProperties(table)) } }, async () => 'fine');
  return async (name: string, value: unknown): Promise<boolean> =>
    (await app.inject({ method: 'POST', url: '/', payload: { [name]: value } })).statusCode === 200;
}

function read(table: Fields, raw: Record<string, unknown>) {
  const fields = new FieldReader(raw, ['body']);
  return { values: readFields(fields, table), problems: fields.problems };
}

describe.each([
  ['speech', SPEAK_FIELDS as Fields],
  ["OpenAI's speech", SPEECH_FIELDS as Fields],
])('the document shows %s as it is read', (_name, table) => {
  test('exactly those values are refused that the schema does not admit', async () => {
    const admits = admittedBy(table);
    for (const name of Object.keys(table)) {
      for (const value of VALUES) {
        const isRead = read(table, { [name]: value }).problems.length === 0;
        expect({ name, value, isRead }).toEqual({ name, value, isRead: await admits(name, value) });
      }
    }
  });

  test('defaults are those of the schema', () => {
    const { values, problems } = read(table, {});
    expect(problems).toEqual([]);
    for (const [name, { schema }] of Object.entries(table)) expect(values[name]).toBe(schema.default);
  });
});
