import { expect, test } from 'vitest';
import { eventsOf, parseEvent } from './events.ts';

test('events are parsed however the bytes are divided', async () => {
  const text =
    ': hello\n\nevent: progress\ndata: {"stage":"größer"}\n\ndata: 1\ndata: 2\n\ndata: never ended';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, 1000]) {
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size));
        controller.close();
      },
    });
    const events = [];
    for await (const event of eventsOf(stream)) events.push(event);
    expect(events).toEqual([
      { event: 'progress', data: '{"stage":"größer"}' },
      { event: 'message', data: '1\n2' },
    ]);
  }
});

test('a comment is not an event', () => {
  expect(parseEvent(': still there')).toBeNull();
});
