/**
 * Repairs messages of MCP servers for the library, which drops a whole message for a detail that many servers get
 * wrong, such as `"error": null` beside a result or `"params": null`. The request would then wait for an answer that
 * has already arrived.
 */
import { isRecord, parseJson } from '../../media/json.ts';

/** JSON-RPC code for an internal error. It replaces a code that is not a whole number. */
const INTERNAL_ERROR = -32_603;

/**
 * Returns the same response with repaired messages. Bodies other than JSON and event streams stay as they are.
 * @param hasEventId called when an event of the stream carries an id, so that the stream can be resumed
 */
export function repairedResponse(response: Response, hasEventId: () => void = () => {}): Response {
  const { status, statusText, body } = response;
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const repair =
    type === 'text/event-stream'
      ? repairEvents(hasEventId)
      : type === 'application/json'
        ? repairJson()
        : null;
  if (!body || !repair || !response.ok) return response;
  const repaired = body.pipeThrough(new TextDecoderStream()).pipeThrough(repair);
  const headers = [...response.headers];
  return new Response(repaired.pipeThrough(new TextEncoderStream()), { status, statusText, headers });
}

function repairJson(): TransformStream<string, string> {
  let text = '';
  return new TransformStream({
    transform(chunk) {
      text += chunk;
    },
    flush(controller) {
      controller.enqueue(
        repairedTexts(text, (texts) => (texts.length === 1 ? texts[0] : `[${texts.join()}]`)),
      );
    },
  });
}

/** Messages that fill one `data` line, as all servers send them; others pass unchanged. */
function repairEvents(hasEventId: () => void): TransformStream<string, string> {
  let rest: string[] = [];
  const line = (text: string): string => {
    if (/^id: *\S/.test(text)) hasEventId();
    const data = /^data: ?(.*?)\r?$/s.exec(text)?.[1];
    if (data === undefined) return text;
    // Several messages at once become several events.
    return `data: ${repairedTexts(data, (texts) => texts.join('\n\ndata: '))}`;
  };
  return new TransformStream({
    transform(chunk, controller) {
      const [first = '', ...more] = chunk.split('\n');
      rest.push(first);
      if (more.length === 0) return;
      const lines = [rest.join(''), ...more.slice(0, -1)];
      rest = [more.at(-1) ?? ''];
      controller.enqueue(lines.map((text) => `${line(text)}\n`).join(''));
    },
    flush(controller) {
      controller.enqueue(line(rest.join('')));
    },
  });
}

/** @param join makes one text of the messages; not used if the text is not a message, which is returned unchanged */
function repairedTexts(text: string, join: (texts: string[]) => string | undefined): string {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return text;
  }
  const messages = Array.isArray(value) ? value : [value];
  if (messages.length === 0 || !messages.every(isRecord)) return text;
  return join(messages.map((message) => JSON.stringify(repairedMessage(message)))) ?? text;
}

function repairedMessage(message: Readonly<Record<string, unknown>>): unknown {
  const { id, method, params, result, error } = message;
  if (typeof method === 'string') {
    const isRequest = typeof id === 'string' || Number.isInteger(id);
    const kept = isRecord(params) && { params: withoutBadMeta(params) };
    return { jsonrpc: '2.0', ...(isRequest && { id }), method, ...kept };
  }
  const answer = { jsonrpc: '2.0', ...answeredId(id) };
  if (error !== undefined && error !== null) return { ...answer, error: repairedError(error) };
  if (!('result' in message)) return message;
  return { ...answer, result: isRecord(result) ? withoutBadMeta(result) : {} };
}

/** Our requests have numeric ids, which some servers return as strings. */
function answeredId(id: unknown): { id?: unknown } {
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return { id: Number(id) };
  return id === null || id === undefined ? {} : { id };
}

function repairedError(error: unknown): object {
  if (!isRecord(error)) return { code: INTERNAL_ERROR, message: String(error) };
  const { code, message, data } = error;
  return {
    code: Number.isInteger(code) ? code : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : 'no reason given',
    ...(data !== undefined && { data }),
  };
}

/** Of `_meta`, only a valid token of a progress report is kept. */
function withoutBadMeta({ _meta, ...rest }: Readonly<Record<string, unknown>>): object {
  const token = isRecord(_meta) ? _meta.progressToken : undefined;
  const isValid = typeof token === 'string' || Number.isInteger(token);
  return isValid ? { ...rest, _meta: { progressToken: token } } : rest;
}
