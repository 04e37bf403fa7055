import { type TSchema, Type } from '@sinclair/typebox';
import { DESCRIPTIONS } from '../shared/schemas.ts';

/** Every error below /v1, in the shape of OpenAI's. */
export const OpenAiErrorSchema = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'Description of the fault' }),
      type: Type.String({
        description: 'invalid_request_error, authentication_error, rate_limit_error or server_error',
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

/** What an error answer below /v1 says of its status. */
export const openAiDescription = (status: number): string =>
  OWN_DESCRIPTIONS[status] ?? DESCRIPTIONS[status]?.replace('`detail`', '`message`') ?? '';

/** Error answers by status, for the `response` of a route below /v1. */
export function openAiErrors(...statuses: number[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      Type.Unsafe({ $ref: 'OpenAiError#', description: openAiDescription(status) }),
    ]),
  );
}
