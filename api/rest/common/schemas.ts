import { type TSchema, Type } from '@sinclair/typebox';

/** Schemas shared by several routes. Each serves validation, serialisation and documentation. */

const ValidationItemSchema = Type.Object({
  loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
    description: 'Location: body, query, path or header, then the field',
  }),
  msg: Type.String({ description: 'Description of the fault' }),
  type: Type.String({ description: 'Stable identifier of the kind of fault' }),
});

/** Named schemas of the OpenAPI document. */
export const ErrorSchema = Type.Object(
  { detail: Type.String() },
  { $id: 'Error', description: 'All errors except 422.' },
);
export const ValidationErrorSchema = Type.Object(
  { detail: Type.Array(ValidationItemSchema) },
  { $id: 'ValidationError', description: 'The request is malformed; one item for each fault.' },
);

/** Error responses by status, for the `response` of a route. */
export function errorResponses(...statuses: number[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      Type.Unsafe({
        $ref: status === 422 ? 'ValidationError#' : 'Error#',
        description: DESCRIPTIONS[status] ?? '',
      }),
    ]),
  );
}

export const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request cannot be fulfilled; `detail` says why',
  401: 'Credentials are missing, unknown, expired or revoked',
  403: 'Not allowed with these credentials, or not here; `detail` says why',
  404: 'Not found, or it belongs to another owner',
  409: 'Conflicts with existing data; `detail` says how',
  408: 'The body did not arrive in time',
  413: 'The body is too large',
  415: 'The body is not application/json',
  416: 'The range lies outside of the file; Content-Range says how large it is',
  422: 'The request is malformed',
  429: 'Too many requests, or too much load; Retry-After says how long to wait',
  503: 'Unavailable or overloaded; `detail` says why, Retry-After how long to wait',
};

/** The envelope of every successful response. */
export function data<T extends TSchema>(schema: T, description: string) {
  return Type.Object({ data: schema }, { description });
}

/**
 * For bodies that are read field by field: their schemas are only for the OpenAPI document, and validate or change
 * nothing.
 */
export const documentsOnly = () => () => true;
