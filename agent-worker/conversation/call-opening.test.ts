import { describe, expect, it } from 'vitest';
import { SpeechSegmenter } from '../hearing/vad/speech-segmenter.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from '../hearing/vad/vad-model.ts';
import { CallOpening } from './call-opening.ts';
import type { AnsweringRules } from './types.ts';

const LEAVE: AnsweringRules = {
  voicemail: { action: 'leave_message', message: 'Please call us.' },
  menu: { action: 'press', keys: '1' },
};
const HANG_UP: AnsweringRules = { voicemail: { action: 'hang_up' }, menu: { action: 'hang_up' } };
const TALK: AnsweringRules = { voicemail: { action: 'talk' }, menu: { action: 'talk' } };

/** A tone in place of a voice, lower than any beep. */
const VOICE_HZ = 150;
/** Peak of 16-bit samples. */
const LOUD = 8000;
const STORY = 'and then she told me that the train was late again, so we had dinner at the station.';

/** The sounds of a call and what is recognised in them, as the test sets them. */
class Line {
  readonly did: string[] = [];
  readonly opening: CallOpening;
  readonly #segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS, minSilenceMs: 192 });
  #index = 0;
  /** The message was heard. */
  said: () => void = () => undefined;

  constructor(rules: AnsweringRules) {
    const note = (what: string) => void this.did.push(what);
    this.opening = new CallOpening(rules, () => 'en', {
      answered: (callee) => note(callee),
      talk: (said) => note(`talk: ${said}`),
      hush: () => note('hush'),
      leave: (message) => {
        note(`leave: ${message}`);
        return new Promise((resolve) => {
          this.said = resolve;
        });
      },
      press: async (keys) => note(`press ${keys}`),
      hangUp: (reason) => note(`hang up: ${reason}`),
    });
  }

  silence(ms: number): void {
    this.#hear(ms, 0, VOICE_HZ, 0);
  }

  beep(ms = 400): void {
    this.#hear(ms, 0, 1000, LOUD);
  }

  /** Speech that ends and whose words are recognised. */
  speech(text: string, ms = 1500): void {
    this.#hear(ms, 0.9, VOICE_HZ, LOUD);
    this.silence(200);
    this.opening.heard(text);
  }

  /** Soft speech that continues after this call. */
  others(text: string, ms: number): void {
    this.#hear(ms, 0.9, VOICE_HZ, LOUD / 3);
    this.opening.heard(text);
  }

  #hear(ms: number, probability: number, hz: number, peak: number): void {
    for (let i = 0; i < ms / WINDOW_MS; i++) {
      const at = this.#index * WINDOW_SAMPLES;
      const samples = Int16Array.from(
        { length: WINDOW_SAMPLES },
        (_, k) => peak * Math.sin((2 * Math.PI * hz * (at + k)) / 16_000),
      );
      const step = this.#segmenter.push(probability);
      this.opening.window({ index: this.#index++, samples, probability, tookMs: 0, before: step, step });
    }
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a person', () => {
  it('is answered when their turn is over', () => {
    const line = new Line(HANG_UP);
    line.silence(500);
    line.speech('Hello?', 500);
    expect(line.did).toEqual([]);
    expect(line.opening.isWithholding).toBe(true);
    line.opening.turnOver();
    expect(line.did).toEqual(['person', 'talk: Hello?']);
    expect(line.opening.isWithholding).toBe(false);
    expect(line.opening.heard('What is it about?')).toBe(false);
  });

  it('is greeted if they say nothing, and known when they speak', () => {
    const line = new Line(HANG_UP);
    line.silence(3000);
    expect(line.did).toEqual(['nobody', 'talk: ']);
    line.speech('Hello?', 500);
    expect(line.did.at(-1)).toBe('person');
  });

  it('a person is answered when they wait, whatever background speakers say', () => {
    const line = new Line(HANG_UP);
    line.others('', 1000);
    line.speech('Hello?', 500);
    line.others(STORY, 2000);
    expect(line.did).toEqual([]);
    line.others(STORY, 1000);
    expect(line.did).toEqual(['person', `talk: Hello? ${STORY}`]);
    line.speech(STORY, 5000);
    expect(line.did).toHaveLength(2);
  });

  it('turns out to be a machine, and is then treated as one', () => {
    const line = new Line(HANG_UP);
    line.speech('Hi, this is Jo.');
    line.opening.turnOver();
    line.speech('Leave a message and I will get back to you.');
    expect(line.did).toEqual(['person', 'talk: Hi, this is Jo.', 'hush', 'voicemail', 'hang up: voicemail']);
  });

  it('who mentions a tone after half a minute is still a person', () => {
    const line = new Line(HANG_UP);
    line.speech('Hello?', 500);
    line.opening.turnOver();
    line.silence(31_000);
    expect(line.opening.heard('Leave it after the tone.')).toBe(false);
    expect(line.did).toHaveLength(2);
  });
});

describe('voicemail', () => {
  it('gets the message after its beep, and the call is over when that was heard', async () => {
    const line = new Line(LEAVE);
    line.speech('I cannot take your call, leave a message.', 3000);
    expect(line.did).toEqual(['voicemail']);
    line.silence(800);
    line.beep();
    expect(line.did).toEqual(['voicemail']);
    line.silence(100);
    expect(line.did.at(-1)).toBe('leave: Please call us.');
    line.said();
    await settled();
    expect(line.did.at(-1)).toBe('hang up: message_left');
    expect(line.opening.isOpen).toBe(false);
  });

  it('gets it although its words were understood after the beep', () => {
    const line = new Line(LEAVE);
    line.silence(300);
    line.beep();
    line.silence(100);
    line.opening.heard('Leave a message.');
    expect(line.did).toEqual(['voicemail', 'leave: Please call us.']);
  });

  it('without a beep gets it after some silence, and again if the beep comes late', async () => {
    const line = new Line(LEAVE);
    line.speech('Leave a message.', 2000);
    line.silence(4000);
    expect(line.did).toEqual(['voicemail', 'leave: Please call us.']);
    const first = line.said;
    line.beep();
    line.silence(100);
    expect(line.did.slice(2)).toEqual(['hush', 'leave: Please call us.']);
    first();
    await settled();
    expect(line.did).toHaveLength(4);
    line.said();
    await settled();
    expect(line.did.at(-1)).toBe('hang up: message_left');
  });

  it('talks on and on in front of others', () => {
    const line = new Line(HANG_UP);
    line.others('', 3000);
    line.speech(STORY, 7000);
    expect(line.did).toEqual(['voicemail', 'hang up: voicemail']);
  });

  it('is talked to as a person if the rules say so', () => {
    const line = new Line(TALK);
    line.speech('Leave a message.', 2000);
    expect(line.did).toEqual(['voicemail']);
    line.opening.turnOver();
    expect(line.did).toEqual(['voicemail', 'talk: Leave a message.']);
  });
});

describe('a menu', () => {
  it('gets the keys in its next pause, and who answers then is a person', async () => {
    const line = new Line(LEAVE);
    line.opening.partial('For sales, press one');
    line.speech('For sales, press one. For service, press two.', 4000);
    expect(line.did).toEqual(['menu']);
    line.silence(600);
    await settled();
    expect(line.did).toEqual(['menu', 'press 1']);
    line.silence(5000);
    line.speech('To hear this again, press star.', 2000);
    line.opening.turnOver();
    expect(line.did).toHaveLength(2);
    line.speech('Sales, how can I help?', 1500);
    line.opening.turnOver();
    expect(line.did.slice(2)).toEqual(['person', 'talk: Sales, how can I help?']);
  });

  it('is hung up on', () => {
    const line = new Line(HANG_UP);
    line.opening.partial('For sales, press one');
    expect(line.did).toEqual(['menu', 'hang up: menu']);
  });
});
