import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Items, type ServerEvent } from './items.ts';
import { ResponseStream } from './response-stream.ts';

const reply = () => ({ isReply: true });

function stream(): { responses: ResponseStream; sent: ServerEvent[]; types: () => string[] } {
  const sent: ServerEvent[] = [];
  const send = (event: ServerEvent) => void sent.push(event);
  const responses = new ResponseStream(send, send, new Items(send));
  const types = () => sent.map(({ type }) => type).filter((type) => !type.startsWith('conversation.item'));
  return { responses, sent, types };
}

const done = (sent: readonly ServerEvent[]) =>
  sent.flatMap(({ type, response }) =>
    type === 'response.done' ? [response as { status: string; output: { type: string }[] }] : [],
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a response', () => {
  it('holds each utterance of a speech as a message, and ends with the speech', () => {
    const { responses, sent } = stream();
    const speech = reply();
    responses.begin();
    for (const text of ['Let me see.', 'It is four.']) {
      const sink = responses.utterance(speech);
      sink.add(text);
      sink.end();
      responses.play(Buffer.alloc(2));
      responses.flush();
      expect(responses.isActive).toBe(true);
    }
    responses.spoken(speech, false);
    expect(responses.isActive).toBe(false);
    expect(done(sent)).toMatchObject([
      {
        status: 'completed',
        output: [
          { type: 'message', content: [{ transcript: 'Let me see.' }] },
          { type: 'message', content: [{ transcript: 'It is four.' }] },
        ],
      },
    ]);
  });

  it('is not ended by earlier speech, and ends when it turns out to be empty', () => {
    const { responses, types } = stream();
    const before = reply();
    responses.utterance(before).add('An old answer');
    responses.play(Buffer.alloc(2));
    const now = reply();
    responses.begin();
    responses.spoken(before, true);
    expect(types().filter((type) => type === 'response.done')).toHaveLength(1);
    responses.spoken(now, false);
    expect(types().filter((type) => type === 'response.done')).toHaveLength(2);
  });

  it('includes a phrase that the agent says meanwhile, and continues', () => {
    const { responses, sent } = stream();
    const phrase = { isReply: false };
    responses.begin();
    responses.utterance(phrase).add('One moment.');
    responses.play(Buffer.alloc(2));
    responses.flush();
    const speech = reply();
    responses.utterance(speech).add('Four.');
    responses.play(Buffer.alloc(2));
    responses.flush();
    responses.spoken(speech, false);
    expect(done(sent).at(-1)?.status).toBe('completed');
  });

  it('with calls ends when all that were announced are made, and when one never comes', () => {
    const { responses, sent } = stream();
    const call = (id: string) => ({ id, name: 'add', arguments: '{}' });
    responses.begin();
    responses.call(call('a'));
    expect(responses.isActive).toBe(true);
    responses.callsAnnounced(2);
    expect(responses.isActive).toBe(true);
    responses.call(call('b'));
    expect(done(sent)[0]?.output.map(({ type }) => type)).toEqual(['function_call', 'function_call']);

    responses.begin();
    responses.call(call('c'));
    responses.callsAnnounced(2);
    vi.advanceTimersByTime(499);
    expect(responses.isActive).toBe(true);
    vi.advanceTimersByTime(1);
    expect(responses.isActive).toBe(false);
  });

  it('with calls beside something that is said ends when that is said', () => {
    const { responses } = stream();
    responses.begin();
    responses.utterance(reply()).add('Let me see.');
    responses.play(Buffer.alloc(2));
    responses.call({ id: 'a', name: 'add', arguments: '{}' });
    responses.callsAnnounced(1);
    expect(responses.isActive).toBe(true);
    responses.flush();
    expect(responses.isActive).toBe(false);
  });
});

it('each item is closed after it is opened, in order, and belongs to an open response', () => {
  const speeches = [reply(), reply(), { isReply: false }];
  const event = fc.oneof(
    fc.record({ kind: fc.constantFrom('begin', 'play', 'flush', 'call', 'cancel') }),
    fc.record({ kind: fc.constantFrom('say', 'over', 'cut'), speech: fc.nat({ max: 2 }) }),
    fc.record({ kind: fc.constant('announce'), count: fc.integer({ min: 1, max: 3 }) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { responses, sent } = stream();
      for (const [i, happened] of events.entries()) {
        const speech = 'speech' in happened ? speeches[happened.speech]! : speeches[0]!;
        if (happened.kind === 'begin') responses.begin();
        else if (happened.kind === 'play') responses.play(Buffer.alloc(2));
        else if (happened.kind === 'flush') responses.flush();
        else if (happened.kind === 'call') responses.call({ id: `${i}`, name: 'f', arguments: '{}' });
        else if (happened.kind === 'cancel') responses.finish('cancelled', 'client_cancelled');
        else if (happened.kind === 'say') responses.utterance(speech).add(`words ${i} `);
        else if (happened.kind === 'announce')
          responses.callsAnnounced('count' in happened ? happened.count : 1);
        else responses.spoken(speech, happened.kind === 'cut');
      }
      responses.finish('completed', 'turn_detected');
      vi.runAllTimers();
      let openResponse: unknown = null;
      let openItem: unknown = null;
      for (const { type, ...rest } of sent) {
        const { id } = (rest.response ?? rest.item ?? {}) as { id?: string };
        if (type === 'response.created') {
          expect(openResponse).toBe(null);
          openResponse = id;
        } else if (type === 'response.done') {
          expect([openResponse, openItem]).toEqual([id, null]);
          openResponse = null;
        } else if (type.startsWith('response.')) {
          expect(rest.response_id).toBe(openResponse);
          const isMessage = (rest.item as { type?: string } | undefined)?.type === 'message';
          if (type === 'response.output_item.added' && isMessage) {
            expect(openItem).toBe(null);
            openItem = id;
          } else if (type === 'response.output_item.done' && isMessage) {
            expect(openItem).toBe(id);
            openItem = null;
          } else if (type.includes('audio')) expect(rest.item_id).toBe(openItem);
        }
      }
      expect(openResponse).toBe(null);
    }),
  );
});
