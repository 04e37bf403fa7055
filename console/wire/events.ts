/** An event of a stream (HTML standard, section 9.2). */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Parses the events of a response as they arrive. */
export async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    // A consumer that stops early aborts the request, and with it the work on the server.
    reader.cancel().catch(() => undefined);
  }
}

/** Parses one block of lines; null for a comment. */
export function parseEvent(block: string): ServerEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length > 0 ? { event, data: data.join('\n') } : null;
}
