import { describe, expect, it } from 'vitest';
import { answerProgress } from './answer-form.ts';
import type { AnswerForm } from './answer-forms.ts';

const PHONE = 'What number can we call you back on?';
const CARD = 'Please read me your card number.';
const CODE = 'Could you tell me the six-digit code?';
const EMAIL = 'What is your e-mail address?';
const SPELL = 'Could you spell your last name for me?';
const ORDER = 'What would you like to order?';

const progressOf = (
  text: string,
  agent: string,
  expects: AnswerForm | null = null,
  lang = 'en',
): string | null => answerProgress(text, agent, expects, lang)?.progress ?? null;

describe('an answer that the agent asked for', () => {
  it.each([
    [PHONE, 'It is 212', 'going-on'],
    [PHONE, 'It is 212. 973.', 'going-on'],
    [PHONE, 'It is 212. 973. 0108.', 'whole'],
    [PHONE, 'two one two nine seven three oh one oh eight', 'whole'],
    [PHONE, "It's 2-1-2, 9 7 3, O108.", 'whole'],
    [PHONE, 'Two o two, nine o o, o one o eight', 'whole'],
    [PHONE, 'Two o two, nine o', 'going-on'],
    [PHONE, '0161 double four', 'going-on'],
    [PHONE, '0161 496 double 0 12', 'whole'],
    [PHONE, '07700 900 123 and', 'going-on'],
    [PHONE, 'One.', 'going-on'],
    [PHONE, 'Plus one.', 'going-on'],
    [PHONE, "It's plus", 'going-on'],
    [PHONE, 'One moment.', null],
    [PHONE, 'Oh, too.', 'going-on'],
    [PHONE, 'L2.', 'going-on'],
    [PHONE, 'For whom?', null],
    [PHONE, 'Plus 4.4. 2O.', 'going-on'],
    [PHONE, '555 0134', 'unknown'],
    [PHONE, '0, 4, 1, 2. 3, 5, 7.', 'going-on'],
    [PHONE, '0, 4, 1, 2. 3, 5, 7. 8, 9, 6.', 'probably-whole'],
    [PHONE, '07746 183 52', 'probably-whole'],
    [CARD, '4929 1165', 'going-on'],
    [CARD, '4929 1165. 8037 4409.', 'whole'],
    [CARD, '3782 822463 10005', 'whole'],
    [CODE, '55 19', 'going-on'],
    [CODE, '55. 19. 27.', 'whole'],
    ['What are the last four digits?', '44 0', 'going-on'],
    ['What are the last four digits?', '4409', 'whole'],
    ['May I have your order number?', '4 4', 'going-on'],
    ['May I have your order number?', '44927', 'unknown'],
    [EMAIL, 'It is linda dot harper', 'going-on'],
    [EMAIL, 'linda dot harper at north mail', 'going-on'],
    [EMAIL, 'linda.harper@northmail.', 'going-on'],
    [EMAIL, 'linda dot harper at north mail dot net.', 'whole'],
    [EMAIL, 'lindaharper@northmail.org', 'whole'],
    [SPELL, 'K', 'going-on'],
    [SPELL, 'K-O', 'going-on'],
    [SPELL, 'Kowalski, K O W', 'going-on'],
    [SPELL, 'Kowalski, K O W A L S K I.', 'whole'],
    [SPELL, 'K O W A L S K I', 'probably-whole'],
    [SPELL, 'It is KOW.', 'going-on'],
    [SPELL, 'It is KOW. AL.', 'unknown'],
    [SPELL, 'K-O-W-A-L-S-K-I.', 'probably-whole'],
    ['And your name?', 'Robert Kowalski, KOW.', 'going-on'],
    ['And your name?', 'My name is PAU.', 'going-on'],
    ['And your postcode?', 'S W', 'going-on'],
    ['And your postcode?', 'S W four', 'going-on'],
    ['And your postcode?', 'SW4 9JH.', 'whole'],
    ['What is the zip code?', '9 0 2 1 0', 'whole'],
    ['Where should we deliver it?', 'To 27', 'going-on'],
    ['Where should we deliver it?', 'To 27 Oak Lane, apartment 4.', 'unknown'],
    [ORDER, 'One tomato soup', 'unknown'],
    [ORDER, 'One tomato soup. The fish. And two orange juices.', 'whole'],
    [ORDER, 'A large coffee, please.', 'whole'],
  ])('%s "%s" is %s', (agent, text, progress) => expect(progressOf(text, agent)).toBe(progress));

  it.each([
    [PHONE, 'Why do you need that?'],
    [PHONE, "I don't have one."],
    [EMAIL, "I don't have an address like that."],
    [ORDER, 'No.'],
    ['How old are you?', 'I am 25.'],
    ['At what time?', 'At 5:30.'],
    ['', 'What is the weather like today?'],
    ['', 'I need two tickets.'],
    ['', 'I was born in 1980.'],
    ['', 'It costs $350.'],
    ['', 'On May 5, 2026.'],
    ['', 'I would like that one.'],
    ['', 'I forgot the password of my e-mail.'],
    ['', 'Can you send me an e-mail?'],
    ['', 'How do I change the address on my account?'],
    ['', 'What is my order number?'],
    ['', 'My office is in Paris.'],
    ['', 'It starts at five p.m.'],
    ['', 'Please send me the PDF.'],
    ['', 'I want to buy a BMW.'],
    ['', 'My name is not on the CD.'],
    ['', 'You can reach me at home.'],
    ['What is your name?', 'I work for IBM, but my name is Kim.'],
    ['', 'I booked it for November.'],
    ['Would you like a confirmation by e-mail?', 'Yes please.'],
    ['Did you get the code?', 'Yes, I did.'],
    ['Do you have an order number?', 'Yes.'],
    [EMAIL, 'Okay.'],
    [SPELL, 'Why do you ask?'],
  ])('%s "%s" is of no form', (agent, text) => expect(progressOf(text, agent)).toBeNull());
});

describe('an answer that nobody asked for', () => {
  it.each([
    ['My number is 617', 'going-on'],
    ['My number is 617. 883. 4290.', 'whole'],
    ['You can call me back at 415. 239.', 'going-on'],
    ['My e-mail is tom dot baker', 'going-on'],
    ['My e-mail is tom dot baker at example dot org.', 'whole'],
    ['It is spelled B R', 'going-on'],
    ['That is B R A', 'going-on'],
    ['That is N for November, A for Alpha', 'going-on'],
    ['That is N for November, A for Alpha. T for Tango. E for Echo', 'unknown'],
    ['Paul, PAU', 'going-on'],
    ['My surname is WEB. ST.', 'unknown'],
    ['You can reach me under info', 'going-on'],
    ['It is 415. 239.', 'going-on'],
    ['seven three four', 'going-on'],
  ])('"%s" is %s by the words of the caller', (text, progress) =>
    expect(progressOf(text, '')).toBe(progress),
  );
});

describe('an answer in another language', () => {
  it.each([
    ['de', 'Wie ist Ihre Telefonnummer?', 'null eins sieben eins', 'going-on'],
    ['de', 'Wie ist Ihre Telefonnummer?', '0171 23 45', 'going-on'],
    ['de', 'Wie ist Ihre Telefonnummer?', '0171 234 56', 'unknown'],
    ['de', 'Wie ist Ihre Telefonnummer?', '0171 234 56 78', 'probably-whole'],
    ['de', 'Wie ist Ihre Telefonnummer?', '+49 172 8345', 'going-on'],
    ['de', 'Wie ist Ihre Telefonnummer?', '+49 172 8345 691', 'probably-whole'],
    ['de', 'Sagen Sie mir bitte den sechsstelligen Code.', '55 19', 'going-on'],
    ['de', 'Sagen Sie mir bitte den sechsstelligen Code.', '55 19 27', 'whole'],
    ['de', 'Wie lautet Ihre Kundennummer?', '44', 'going-on'],
    ['de', 'Wie ist Ihre E-Mail-Adresse?', 'linda Punkt harper at nordpost', 'going-on'],
    ['de', 'Wie ist Ihre E-Mail-Adresse?', 'linda Punkt harper at nordpost Punkt de', 'whole'],
    ['de', 'Können Sie den Namen buchstabieren?', 'K O', 'going-on'],
    ['de', 'Können Sie den Namen buchstabieren?', 'B wie Berta, A wie Anton', 'going-on'],
    ['de', 'Wo wohnen Sie?', 'In der Lindenstraße 42', 'unknown'],
    ['de', 'Was möchten Sie bestellen?', 'Eine Suppe, den Fisch und zwei Bier.', 'whole'],
    ['de', '', 'Meine Nummer ist 0171 23', 'going-on'],
    ['es', '¿Cuál es su número de teléfono?', 'Es el 612. 345.', 'going-on'],
    ['es', '¿Cuál es su número de teléfono?', 'Es el 612. 345. 089.', 'whole'],
    ['es', '¿Cuál es su número de teléfono?', 'seis uno dos tres cuatro cinco cero ocho nueve', 'whole'],
    ['es', '¿A qué número podemos llamarle?', '34 612 345', 'going-on'],
    ['es', 'Dígame el código de seis cifras.', '55 19', 'going-on'],
    ['es', 'Dígame el código de seis cifras.', '55 19 27', 'whole'],
    ['es', '¿Y el número de la tarjeta?', '4571. 2289.', 'going-on'],
    ['es', '¿Cuál es su correo electrónico?', 'laura punto molina arroba correo', 'going-on'],
    ['es', '¿Cuál es su correo electrónico?', 'laura punto molina arroba correo punto es', 'whole'],
    ['es', '¿Puede deletrear su apellido?', 'C O', 'going-on'],
    ['es', '¿Puede deletrear su apellido?', 'Sí, C O R R A L.', 'probably-whole'],
    ['es', '¿Cuál es su dirección?', 'Calle Mayor 42', 'unknown'],
    ['es', '¿Qué les pongo?', 'Una sopa, el pescado y dos zumos.', 'whole'],
    ['es', '', 'Puede llamarme al 654. 883.', 'going-on'],
    ['fr', 'Quel est votre numéro de téléphone ?', "C'est le 06 12 34", 'going-on'],
    ['fr', 'Quel est votre numéro de téléphone ?', "C'est le 06 12 34 56 78.", 'whole'],
    ['fr', 'Quel est votre numéro de téléphone ?', '33 6 12 34 56 78', 'whole'],
    ['fr', 'À quel numéro peut-on vous rappeler ?', 'Au zéro un quarante-deux', 'going-on'],
    ['fr', 'Donnez-moi le code à six chiffres.', '55 19', 'going-on'],
    ['fr', 'Donnez-moi le code à six chiffres.', '55 19 27', 'whole'],
    ['fr', 'Quelle est votre adresse e-mail ?', 'laure point marchand arobase nord', 'going-on'],
    ['fr', 'Quelle est votre adresse e-mail ?', 'laure point marchand arobase nord point fr', 'whole'],
    ['fr', 'Pouvez-vous épeler votre nom ?', 'D U', 'going-on'],
    ['fr', 'Pouvez-vous épeler votre nom ?', 'D U C R O T.', 'probably-whole'],
    ['fr', 'Où habitez-vous ?', 'Au 42', 'going-on'],
    ['fr', 'Que voulez-vous manger ?', 'Une soupe, le poisson et deux jus.', 'whole'],
    ['fr', '', 'Mon numéro est le 06 12', 'going-on'],
  ])('%s: %s "%s" is %s', (lang, agent, text, progress) =>
    expect(progressOf(text, agent, null, lang)).toBe(progress),
  );

  it.each([
    ['de', 'Haben Sie eine E-Mail-Adresse?', 'Ja.'],
    ['de', 'Wie ist Ihre Telefonnummer?', 'Warum fragen Sie?'],
    ['de', '', 'Ich brauche drei Karten.'],
    ['de', '', 'Ich wohne seit 1980 in Bonn.'],
    ['es', '¿Tiene correo electrónico?', 'Sí.'],
    ['es', '¿Cuál es su correo electrónico?', 'No tengo.'],
    ['es', '', 'Quiero dos billetes para el día 5.'],
    ['es', '¿Cuántos serán?', 'Dos o tres.'],
    ['es', '', 'Somos dos o tres.'],
    ['fr', 'Avez-vous une adresse e-mail ?', 'Oui.'],
    ['fr', 'Quelle est votre adresse e-mail ?', 'Pourquoi ?'],
    ['fr', '', "J'en veux un neuf."],
  ])('%s: %s "%s" is of no form', (lang, agent, text) =>
    expect(progressOf(text, agent, null, lang)).toBeNull(),
  );
});

it('a form that is expected counts, whatever the agent says', () => {
  expect(progressOf('212 973', 'Go ahead.', 'phone')).toBe('going-on');
  expect(progressOf('212 973 0108', 'Go ahead.', 'phone')).toBe('whole');
  expect(progressOf('tom dot baker', 'Go ahead.', 'email')).toBe('going-on');
});

it('a number is whole at its end and not before, in however many groups it is said', () => {
  const number = '2129730108';
  for (let size = 1; size <= 4; size++) {
    for (let said = size; said < number.length; said += size) {
      const groups = number.slice(0, said).match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      expect(progressOf(groups.join('. '), PHONE), groups.join(' ')).not.toBe('whole');
    }
    const all = number.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    expect(progressOf(all.join('. '), PHONE)).toBe('whole');
  }
});
