import { ApiError } from '../errors.ts';
import { isObject, type RawFields } from './fields.ts';

/** The fields of a JSON body that is read outside of the REST application. @throws ApiError 422 */
export function parseJsonBody(body: Buffer): RawFields {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ApiError(422, [{ loc: ['body'], msg: 'The body must be JSON', type: 'json_invalid' }]);
  }
  if (!isObject(json)) {
    throw new ApiError(422, [{ loc: ['body'], msg: 'The body must be a JSON object', type: 'model_type' }]);
  }
  return json;
}
