import { describe, expect, it } from 'vitest';
import { type AnswerForm, answerProgress } from './answer-form.ts';

const PHONE = 'What number can we call you back on?';
const CARD = 'Please read me your card number.';
const CODE = 'Could you tell me the six-digit code?';
const EMAIL = 'What is your e-mail address?';
const SPELL = 'Could you spell your last name for me?';
const ORDER = 'What would you like to order?';

const progressOf = (text: string, agent: string, expects: AnswerForm | null = null): string | null =>
  answerProgress(text, agent, expects)?.progress ?? null;

describe('an answer that the agent asked for', () => {
  it.each([
    [PHONE, 'It is 212', 'going-on'],
    [PHONE, 'It is 212. 973.', 'going-on'],
    [PHONE, 'It is 212. 973. 0108.', 'whole'],
    [PHONE, 'two one two nine seven three oh one oh eight', 'whole'],
    [PHONE, "It's 2-1-2, 9 7 3, O108.", 'whole'],
    [PHONE, '0161 double four', 'going-on'],
    [PHONE, '0161 496 double 0 12', 'whole'],
    [PHONE, '07700 900 123 and', 'going-on'],
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
