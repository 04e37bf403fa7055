/** The field of an agent for the data that its model extracts from a finished conversation. */
import { Type } from '@sinclair/typebox';
import { modelSchema, type ToolParameters } from '../../agent-worker/tools/model-schema.ts';
import type { Field } from '../http/declared-fields.ts';
import { isObject } from '../http/fields.ts';

export const SUMMARY_FIELD: Field<ToolParameters | undefined> = {
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'JSON schema of an object that the model fills in when a conversation is over. It is in the event of the end, ' +
      'and kept with the transcript',
  }),
  read(fields, name) {
    const value = fields.value(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) return fields.problem(name, 'object_expected');
    const schema = modelSchema(value);
    if (!schema) return fields.problem(name, 'tool_schema_too_large');
    const { properties = {} } = schema;
    if (Object.keys(properties as object).length === 0)
      return fields.problem(name, 'summary_without_properties');
    return schema;
  },
};
