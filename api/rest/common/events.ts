import { type TSchema, Type } from '@sinclair/typebox';

/**
 * The schema of server-sent events whose data is JSON, in both interpretations that tools have: some validate the JSON
 * of each event, others the event itself, whose data is text that contains JSON (OpenAPI 3.2, section 4.14.4).
 */
export function eventSchema(data: TSchema, description: string) {
  const event = Type.Object(
    {
      event: Type.String({ description }),
      data: Type.Unsafe<string>({
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: data,
        description: 'The JSON on one line',
      }),
    },
    { description: 'An event, whose data is this JSON' },
  );
  return Type.Union([data, event]);
}
