import { describe, expect, it } from 'vitest';
import { TABLE_BITS } from './features.ts';
import { decodeWordModel, encodeWordModel, wordModel } from './word-model.ts';

const GREETING = 'Hello, how can I help you today?';

function oddsOf(text: string, agent = GREETING, lang = 'en-US'): number {
  const model = wordModel(lang);
  if (model === null) throw new Error(`there is a model for ${lang}`);
  return model.logOdds(text, agent);
}

describe('whether words can be the end of a turn', () => {
  it.each([
    ['Could you check', 'Could you check whether my order has shipped?'],
    ["I'd prefer a room with", "I'd prefer a room with a view of the sea."],
    ['I would like to know', 'I would like to know when you open.'],
    ['I need, uh,', 'I need, uh, a refund.'],
    ['Please send it to', 'Please send it to my office.'],
    ['Can you tell me where the', 'Can you tell me where the station is?'],
    ['At six, no, sorry,', 'At six, no, sorry, at seven.'],
    ['I am calling because', 'I am calling because my parcel is lost.'],
  ])('"%s" is less so than "%s"', (part, whole) => {
    expect(oddsOf(part)).toBeLessThan(0);
    expect(oddsOf(whole)).toBeGreaterThan(oddsOf(part) + 1);
  });

  it('does not go by the marks that a recogniser invents', () => {
    expect(oddsOf('Could you tell me?')).toBe(oddsOf('could you tell me'));
    expect(oddsOf("I'd prefer a room with.")).toBe(oddsOf('I’d prefer a room with'));
  });

  it.each([
    ['Yes.', 'Is that right?'],
    ['Three.', 'Do you want two or three?'],
    ['Okay.', 'Shall I book it for you?'],
  ])('"%s" is a whole answer to "%s"', (answer, question) => {
    expect(oddsOf(answer, question)).toBeGreaterThan(0);
  });

  it.each([
    ['de', 'Können Sie mir sagen', 'Können Sie mir sagen, wann Sie öffnen?'],
    ['de', 'Ich brauche einen Tisch für', 'Ich brauche einen Tisch für vier Personen.'],
    ['de', 'Ich würde gern mit', 'Ich würde gern mit dem Leiter sprechen.'],
    ['de-AT', 'Ich rufe an, weil', 'Ich rufe an, weil mein Fahrrad kaputt ist.'],
    ['es', 'Quería saber', 'Quería saber a qué hora abren.'],
    ['es', 'Necesito una mesa para', 'Necesito una mesa para cuatro personas.'],
    ['es', 'Me gustaría hablar con', 'Me gustaría hablar con el gerente.'],
    ['es-MX', 'Llamo porque', 'Llamo porque no funciona la luz.'],
    ['fr', 'Je voulais savoir', 'Je voulais savoir si vous êtes ouverts.'],
    ['fr', 'Je voudrais une table pour', 'Je voudrais une table pour quatre personnes.'],
    ['fr', "J'aimerais parler à", "J'aimerais parler à votre directeur."],
    ['fr-FR', "J'appelle parce que", "J'appelle parce que mon vélo est cassé."],
  ])('%s: "%s" is less so than "%s"', (lang, part, whole) => {
    expect(oddsOf(part, '', lang)).toBeLessThan(0);
    expect(oddsOf(whole, '', lang)).toBeGreaterThan(oddsOf(part, '', lang) + 1);
  });

  it('says nothing of languages that it was not trained on, and takes any text', () => {
    for (const lang of ['nl', 'xx', '', 'enm']) expect(wordModel(lang)).toBeNull();
    for (const text of ['', '...', '日本語', `${'so '.repeat(5000)}`]) expect(oddsOf(text)).not.toBeNaN();
  });
});

it('is kept as bytes, to within what a byte can tell', () => {
  const weights = new Float64Array(2 ** TABLE_BITS).map((_, i) => Math.sin(i));
  const model = decodeWordModel(encodeWordModel(weights, 0.5));
  expect(model.logOdds('', '')).toBeCloseTo(
    decodeWordModel(encodeWordModel(weights, 0)).logOdds('', '') + 0.5,
    4,
  );
  expect(() => decodeWordModel(new Uint8Array(100))).toThrow(RangeError);
});
