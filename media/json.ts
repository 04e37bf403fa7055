/** Maximum nesting depth of JSON from elsewhere, far above that of any valid message. */
export const MAX_JSON_DEPTH = 100;

/** Error for valid JSON that is nested too deeply. */
export class JsonDepthError extends SyntaxError {
  override readonly name = 'JsonDepthError';
}

/**
 * Parses JSON from elsewhere. `JSON.parse` itself has no limit of depth, but recursive functions, such as
 * `JSON.stringify` and `String` of an array, overflow the stack with the value later.
 * @throws SyntaxError, JsonDepthError beyond `MAX_JSON_DEPTH` levels
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new JsonDepthError(`nested more than ${MAX_JSON_DEPTH} levels deep`);
  return value;
}

/** Whether a value made of arrays and plain objects has more than `MAX_JSON_DEPTH` levels. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((one) => typeof one === 'object' && one !== null) as object[];
    if (containers.length > 0 && depth === MAX_JSON_DEPTH) return true;
    level = containers.flatMap((one) => Object.values(one) as unknown[]);
  }
  return false;
}

/** Whether a value is a JSON object: values from elsewhere may be of any type. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
