import { describe, expect, it } from 'vitest';
import { evidenceOf, type HeardFacts, whoAnswered } from './who-answered.ts';

const heard = (text: string, facts: Partial<HeardFacts> = {}) =>
  whoAnswered({
    text,
    lang: 'en',
    spokenMs: text.length * 60,
    mainMs: text.length * 60,
    silentMs: 300,
    isTurnOver: true,
    hasBeeped: false,
    ...facts,
  });

describe('the words', () => {
  const TOLD: Readonly<Record<string, readonly (readonly [text: string, evidence: string | null])[]>> = {
    en: [
      ['Hello?', null],
      ['Smith residence.', null],
      ['Acme Dental, this is Anna, how can I help you?', 'person'],
      ["She's not available right now, can I take a message?", 'person'],
      ["Hi, you've reached Jo. I can't come to the phone right now.", 'away'],
      ['Please leave your name and number.', 'away'],
      ["You've reached the Kims. We're not at home.", 'away'],
      ["We're not home, so leave us a message.", 'away'],
      ["I'm not at home.", 'absent'],
      ['Please record your message after the tone.', 'recorder'],
      ['The person you are trying to reach is not available.', 'away'],
      ['For sales, press one.', 'menu'],
      ['If you know your party’s extension, dial it at any time.', 'menu'],
      ['To leave a message, press 2.', 'menu'],
      ['If you have a booking with us already, press two.', 'menu'],
      ['Please key in your account number.', 'menu'],
      ['If you are calling about an invoice, stay on the line.', 'menu'],
      ['Thank you for calling Acme.', 'opening'],
      ['Acme, please hold.', 'queue'],
    ],
    de: [
      ['Müller?', null],
      ['Praxis Doktor Weber, was kann ich für Sie tun?', 'person'],
      ['Wir sind zurzeit nicht erreichbar.', 'away'],
      ['Ich bin gerade nicht zu Hause.', 'absent'],
      ['Hinterlassen Sie bitte eine Nachricht.', 'away'],
      ['Sprechen Sie nach dem Signalton.', 'recorder'],
      ['Für den Verkauf drücken Sie bitte die Eins.', 'menu'],
    ],
    es: [
      ['¿Dígame?', null],
      ['Clínica Sol, ¿en qué puedo ayudarle?', 'person'],
      ['No estoy en casa.', 'absent'],
      ['En este momento no puedo atender su llamada.', 'away'],
      ['Deje su mensaje después de la señal.', 'recorder'],
      ['Para ventas, pulse el uno.', 'menu'],
    ],
    fr: [
      ['Allô ?', null],
      ['Cabinet Martin, que puis-je faire pour vous ?', 'person'],
      ['Je ne suis pas là.', 'absent'],
      ['Je ne suis pas disponible pour le moment.', 'away'],
      ['Laissez un message après le bip sonore.', 'recorder'],
      ['Pour le service commercial, tapez 1.', 'menu'],
    ],
    // Languages without phrases.
    pl: [['Proszę zostawić wiadomość po sygnale.', null]],
  };
  for (const [lang, texts] of Object.entries(TOLD)) {
    for (const [text, evidence] of texts) {
      it(`${text} (${lang}): ${evidence}`, () => expect(evidenceOf(text, lang)).toBe(evidence));
    }
  }
});

describe('who has answered', () => {
  it('is a person as soon as their turn is over', () => {
    expect(heard('Hello?')).toBe('person');
    expect(heard('Hello?', { isTurnOver: false, silentMs: 0 })).toBeNull();
  });

  it('is a machine by its words, before it has finished', () => {
    const going = { isTurnOver: false, silentMs: 0 };
    expect(heard("Hi, this is Jo. I can't take your call", going)).toBe('voicemail');
    expect(heard('Welcome to Acme. For sales, press one', going)).toBe('menu');
  });

  it('is a machine by its beep, except after a short word', () => {
    expect(heard('You know what to do, my friends.', { hasBeeped: true })).toBe('voicemail');
    expect(heard('', { spokenMs: 0, hasBeeped: true })).toBe('voicemail');
    expect(heard('Hello?', { hasBeeped: true })).toBe('person');
    expect(heard('Acme Dental, this is Anna, how can I help you?', { hasBeeped: true })).toBe('person');
  });

  it('goes on for a while after the name of a company, or when asked to wait', () => {
    expect(heard('Thank you for calling Acme.', { silentMs: 500 })).toBeNull();
    expect(heard('Thank you for calling Acme.', { silentMs: 1500 })).toBe('person');
    expect(heard('Acme, please hold.', { silentMs: 5000 })).toBeNull();
    expect(heard('Acme, please hold. How can I help you?')).toBe('person');
  });

  it('is a person who is not at home, except before a beep', () => {
    const text = "Put it in the garage, please, I'm not at home.";
    expect(heard(text, { silentMs: 1500 })).toBeNull();
    expect(heard(text, { silentMs: 2100 })).toBe('person');
    expect(heard(text, { silentMs: 1500, hasBeeped: true })).toBe('voicemail');
    expect(heard("I'm not at home, could you come tomorrow?")).toBe('person');
  });

  it('is a machine if it talks and talks, and a person if words are few', () => {
    const story = 'and then we went on to the next town where the sun was out '.repeat(3);
    expect(heard(story, { mainMs: 12_000, isTurnOver: false, silentMs: 0 })).toBe('voicemail');
    expect(heard(story, { mainMs: 1500, isTurnOver: false, silentMs: 0 })).toBeNull();
    expect(heard('la la la', { spokenMs: 16_000, isTurnOver: false, silentMs: 0 })).toBe('person');
  });

  it('is nobody after some silence', () => {
    expect(heard('', { silentMs: 1000, isTurnOver: false })).toBeNull();
    expect(heard('', { silentMs: 2600, isTurnOver: false })).toBe('nobody');
  });
});
