/** Version of the protocol's library. */
const PROTOCOL_VERSION = '1.10.2';
const NOTHING = Buffer.alloc(0);

/**
 * One event as bytes: header, data, payload (Wyoming protocol, section "Format" of its README).
 * @param data left out if it is empty
 */
export function encodeEvent(
  type: string,
  data: Readonly<Record<string, unknown>> = {},
  payload: Uint8Array = NOTHING,
): Buffer {
  const more = Object.keys(data).length > 0 ? Buffer.from(JSON.stringify(data)) : NOTHING;
  const header = {
    type,
    version: PROTOCOL_VERSION,
    ...(more.length > 0 && { data_length: more.length }),
    ...(payload.length > 0 && { payload_length: payload.length }),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), more, payload]);
}
