import { JsonDepthError, MAX_JSON_DEPTH, parseJson } from '../../media/json.ts';
import { type ApiError, invalid, type ValidationItem } from '../errors/api-error.ts';
import { isObject, type RawFields } from './fields.ts';

/**
 * Parses the fields of a JSON body that is read outside the REST application.
 * @throws ApiError 422
 */
export function parseJsonBody(body: Buffer): RawFields {
  let json: unknown;
  try {
    json = parseJson(body.toString('utf8'));
  } catch (error) {
    if (error instanceof JsonDepthError) throw tooDeep(['body']);
    throw invalid(['body'], 'body_json_expected');
  }
  if (!isObject(json)) throw invalid(['body'], 'body_object_expected');
  return json;
}

/** The 422 for JSON that is nested too deeply. */
export function tooDeep(loc: ValidationItem['loc']): ApiError {
  return invalid(loc, 'json_too_deep', { max: MAX_JSON_DEPTH });
}
