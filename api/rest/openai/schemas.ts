import { type TSchema, Type } from '@sinclair/typebox';
import { DESCRIPTIONS } from '../common/schemas.ts';

/** Every error under /v1, in OpenAI's format. */
export const OpenAiErrorSchema = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'Description of the fault' }),
      type: Type.String({
        description:
          'invalid_request_error, authentication_error, permission_error, rate_limit_error or server_error',
      }),
      param: Type.Union([Type.String(), Type.Null()], { description: 'The field at fault' }),
      code: Type.Union([Type.String(), Type.Null()], {
        description: 'Stable identifier of the kind of fault',
      }),
    }),
  },
  { $id: 'OpenAiError', description: 'All errors under /v1.' },
);

const OWN_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is malformed; `param` names the field',
  404: 'There is no such model',
};

/** Description of an error response under /v1. */
export const openAiDescription = (status: number): string =>
  OWN_DESCRIPTIONS[status] ?? DESCRIPTIONS[status]?.replace('`detail`', '`message`') ?? '';

/** Error responses by status, for the `response` of a route under /v1. */
export function openAiErrors(...statuses: number[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      Type.Unsafe({ $ref: 'OpenAiError#', description: openAiDescription(status) }),
    ]),
  );
}
