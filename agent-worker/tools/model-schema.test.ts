import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelSchema } from './model-schema.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('modelSchema', () => {
  const cases: [string, unknown, object][] = [
    ['nothing', undefined, object({})],
    ['null', null, object({})],
    ['true', true, object({})],
    ['another type', { type: ['object', 'null'], properties: { a: text } }, object({ a: text })],
    [
      'local references, and what stands beside them',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { id: { type: 'string', pattern: '^a' }, 'a/b~c d': { type: 'integer' } },
        properties: { a: { $ref: '#/$defs/id', description: 'whose' }, b: { $ref: '#/$defs/a~1b~0c%20d' } },
      },
      object({ a: { type: 'string', pattern: '^a', description: 'whose' }, b: { type: 'integer' } }),
    ],
    [
      'references that lead nowhere, or out of the document',
      { properties: { a: { $ref: '#/$defs/x' }, b: { $ref: 'http://127.0.0.1/x' }, c: { $ref: '#/%zz' } } },
      object({ a: {}, b: {}, c: {} }),
    ],
    [
      'anchors',
      { $defs: { x: { $anchor: 'x', ...text } }, properties: { a: { $ref: '#x' } } },
      object({ a: text }),
    ],
    [
      'a schema that contains itself',
      {
        $defs: { node: object({ next: { $ref: '#/$defs/node' } }) },
        properties: { a: { $ref: '#/$defs/node' } },
      },
      object({ a: object({ next: {} }) }),
    ],
    ['a reference at the top', { $ref: '#/$defs/x', $defs: { x: object({ a: text }) } }, object({ a: text })],
    [
      'alternatives at the top',
      {
        required: ['z'],
        properties: { z: text },
        anyOf: [
          object({ kind: { const: 'a' }, a: text }, { required: ['kind', 'a'] }),
          object({ kind: { const: 'b' } }, { required: ['kind'] }),
        ],
      },
      object(
        { z: text, kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, a: text },
        { required: ['z', 'kind'] },
      ),
    ],
    [
      'parts at the top',
      {
        allOf: [
          object({ a: text }, { required: ['a'] }),
          { oneOf: [object({ b: text }, { required: ['b'] })] },
        ],
      },
      object({ a: text, b: text }, { required: ['a', 'b'] }),
    ],
    [
      'arrays without items, and tuples',
      {
        properties: {
          a: { type: 'array' },
          b: { type: 'array', items: true },
          c: { type: 'array', items: [text, { type: 'null' }] },
          d: { type: 'array', prefixItems: [text], items: false },
        },
      },
      object({
        a: { type: 'array', items: {} },
        b: { type: 'array', items: {} },
        c: { type: 'array', items: { anyOf: [text, { type: 'null' }] } },
        d: { type: 'array', items: { anyOf: [text] } },
      }),
    ],
    [
      'types that are lists, or none',
      {
        properties: {
          a: { type: ['string', 'null'] },
          b: { type: 'any' },
          c: { type: ['string'] },
          d: { type: 5 },
        },
      },
      object({ a: { type: ['string', 'null'] }, b: {}, c: text, d: {} }),
    ],
    ['boolean schemas', { properties: { a: true, b: false, c: null } }, object({ a: {}, c: {} })],
    [
      'keywords with values that are not theirs',
      {
        required: 'a',
        additionalProperties: 'no',
        properties: {
          a: {
            type: 'string',
            enum: [],
            pattern: 5,
            minLength: 'x',
            anyOf: [],
            oneOf: {},
            description: null,
          },
        },
      },
      object({ a: text }),
    ],
    [
      'names that are required and unknown',
      { properties: { a: text }, required: ['a', 'b', 5] },
      object({ a: text }, { required: ['a'] }),
    ],
    [
      'what libraries and endpoints read otherwise',
      {
        properties: { a: { ...text, $id: 'x', _def: {}, 'x-order': 1, not: {}, if: {}, $comment: 'c' } },
        '~standard': {},
      },
      object({ a: text }),
    ],
    [
      'what is valid everywhere',
      object({ a: { ...text, enum: ['x'], default: 'x' } }, { additionalProperties: false }),
      object({ a: { ...text, enum: ['x'], default: 'x' } }, { additionalProperties: false }),
    ],
  ];

  it.each(cases)('reads %s', (_, schema, expected) => {
    expect(modelSchema(schema)).toEqual(expected);
  });

  it('is null for a schema that is too large, or becomes so', () => {
    expect(modelSchema({ properties: { a: { description: 'x'.repeat(20_000) } } })).toBeNull();
    const levels = Array.from({ length: 30 }, (_, level) => [
      `l${level}`,
      { anyOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
    ]);
    expect(modelSchema({ $ref: '#/$defs/l0', $defs: Object.fromEntries(levels) })).toBeNull();
  });

  it('converts any input, and leaves the result unchanged the second time', () => {
    const keyword = fc.constantFrom(
      ...[
        'type',
        'properties',
        'items',
        'anyOf',
        'allOf',
        '$ref',
        '$defs',
        'required',
        'enum',
        '__proto__',
        'a',
      ],
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>('object', 'array', '#', '#/$defs/a', '#/properties/a', true, null, 5),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (schema) => {
        const read = modelSchema(schema);
        expect(read?.type).toBe('object');
        expect(JSON.stringify(read)).not.toMatch(/"\$ref":"/);
        expect(JSON.parse(JSON.stringify(modelSchema(read)))).toEqual(JSON.parse(JSON.stringify(read)));
      }),
      { numRuns: 500 },
    );
  });
});
