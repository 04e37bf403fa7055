import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentMessage } from '../door.ts';
import { TurnMessages } from './turn-messages.ts';

const types = (messages: readonly AgentMessage[]): string[] => messages.map(({ type }) => type);

function order(): { order: TurnMessages; sent: AgentMessage[] } {
  const sent: AgentMessage[] = [];
  return { order: new TurnMessages((message) => sent.push(message)), sent };
}

describe('the order of messages', () => {
  it('a turn: stop, transcript, reply', () => {
    const { order: turns, sent } = order();
    turns.interruption();
    turns.userTurn('What time is it?');
    turns.replyText(turns.turn, 'Noon.', true);
    expect(sent).toEqual([
      { type: 'stop_audio_response' },
      { type: 'user_transcript', text: 'What time is it?' },
      { type: 'llm_response', text: 'Noon.' },
    ]);
  });

  it('a transcript has the confidence of the recogniser, for clients that get it', () => {
    const { order: turns, sent } = order();
    turns.userTurn('Room nine.', 0.4);
    turns.userTurn('Zimmer neun.', null);
    expect(sent.filter(({ type }) => type === 'user_transcript')).toEqual([
      { type: 'user_transcript', text: 'Room nine.', confidence: 0.4 },
      { type: 'user_transcript', text: 'Zimmer neun.', confidence: null },
    ]);
  });

  it('a turn that was not announced is announced', () => {
    const { order: turns, sent } = order();
    turns.userTurn('typed');
    expect(types(sent)).toEqual(['stop_audio_response', 'user_transcript']);
  });

  it('speech before and after a tool call is one reply', () => {
    const { order: turns, sent } = order();
    turns.userTurn('How many?');
    turns.replyText(1, 'Let me see.', false);
    turns.replyText(1, 'Four.', true);
    turns.replyText(1, 'Too late.', true);
    expect(sent.at(-1)).toEqual({ type: 'llm_response', text: 'Let me see. Four.' });
    expect(sent).toHaveLength(3);
  });

  it('words of an earlier turn do not get into a later one', () => {
    const { order: turns, sent } = order();
    turns.userTurn('one');
    turns.userTurn('two');
    turns.replyText(1, 'to the first', true);
    turns.replyText(2, 'to the second', true);
    expect(sent.filter(({ type }) => type === 'llm_response')).toEqual([
      { type: 'llm_response', text: '' },
      { type: 'llm_response', text: 'to the second' },
    ]);
  });

  it('speech of the agent outside any turn is not a reply', () => {
    const { order: turns, sent } = order();
    turns.replyText(turns.turn, 'Hello, how can I help?', true);
    expect(sent).toEqual([]);
  });

  it('stops an agent that went on after a cough again, and a silent one once', () => {
    const { order: turns, sent } = order();
    turns.agentAudible();
    turns.interruption();
    turns.interruption();
    turns.agentAudible();
    turns.interruption();
    turns.userTurn('Stop.');
    expect(types(sent)).toEqual(['stop_audio_response', 'stop_audio_response', 'user_transcript']);
  });

  it('holds in any order of events', () => {
    const event = fc.oneof(
      fc.constant({ kind: 'speech' as const }),
      fc.constant({ kind: 'heard' as const }),
      fc.record({ kind: fc.constant('turn' as const), text: fc.string() }),
      fc.record({
        kind: fc.constant('reply' as const),
        behind: fc.nat({ max: 2 }),
        text: fc.string(),
        last: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const sent: (AgentMessage | { readonly type: 'heard' })[] = [];
        const turns = new TurnMessages((message) => sent.push(message));
        for (const happened of events) {
          if (happened.kind === 'speech') turns.interruption();
          else if (happened.kind === 'heard') {
            turns.agentAudible();
            sent.push({ type: 'heard' });
          } else if (happened.kind === 'turn') turns.userTurn(happened.text);
          else turns.replyText(turns.turn - happened.behind, happened.text, happened.last);
        }
        turns.finish();
        let stopped = false;
        let replies = 0;
        let transcripts = 0;
        for (const { type } of sent) {
          if (type === 'heard') stopped = false;
          else if (type === 'stop_audio_response') {
            expect(stopped).toBe(false);
            stopped = true;
          } else if (type === 'llm_response') replies++;
          else {
            expect(stopped).toBe(true);
            expect(replies).toBe(transcripts === 0 ? 0 : 1);
            stopped = false;
            replies = 0;
            transcripts++;
          }
        }
        expect(replies).toBe(transcripts === 0 ? 0 : 1);
        expect(transcripts).toBe(events.filter(({ kind }) => kind === 'turn').length);
      }),
    );
  });
});
