import { invalid } from '../errors/api-error.ts';
import { isObject, type RawFields } from './fields.ts';

/** The fields of a JSON body that is read outside the REST application. @throws ApiError 422 */
export function parseJsonBody(body: Buffer): RawFields {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid(['body'], 'body_json_expected');
  }
  if (!isObject(json)) throw invalid(['body'], 'body_object_expected');
  return json;
}
