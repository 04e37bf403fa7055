import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clauseModel, decodeClauseNet, encodeClauseNet } from './clause-model.ts';

const GREETING = 'Hello, how can I help you today?';

function oddsOf(text: string, agent = GREETING): number {
  const model = clauseModel('en-US');
  if (model === null) throw new Error('there is a model for English');
  return model.logOdds(text, agent);
}

it.each([
  ['Could you check', 'Could you check whether my order has shipped?'],
  ["I'd prefer a room with", "I'd prefer a room with a view of the sea."],
  ['Can you tell me where the', 'Can you tell me where the station is?'],
  ['I am calling because', 'I am calling because my parcel is lost.'],
  ['My neighbour has been', 'My neighbour has been very helpful.'],
])('"%s" lacks something that "%s" has', (part, whole) => {
  expect(oddsOf(part)).toBeLessThan(0);
  expect(oddsOf(whole)).toBeGreaterThan(oddsOf(part) + 1);
});

it('does not go by marks and capitals', () => {
  expect(oddsOf('Could you tell me?')).toBe(oddsOf('could you tell me'));
});

it('takes words that it has never seen, any text, and languages that it was not trained on', () => {
  expect(oddsOf('I would like a blorfing.')).toBeGreaterThan(oddsOf('I would like a') + 1);
  for (const text of ['', '...', '日本語', `${'so '.repeat(5000)}`]) expect(oddsOf(text)).not.toBeNaN();
  for (const lang of ['de', 'xx', '']) expect(clauseModel(lang)).toBeNull();
});

it('is kept as bytes', () => {
  const bytes = readFileSync(new URL('./turn-clauses.en.bin', import.meta.url));
  expect(Buffer.compare(Buffer.from(encodeClauseNet(decodeClauseNet(bytes))), bytes)).toBe(0);
  expect(() => decodeClauseNet(new Uint8Array(100))).toThrow(RangeError);
});
