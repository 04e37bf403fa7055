import { describe, expect, it } from 'vitest';
import type { IdentifiedLanguage } from '../../../engine/index.ts';
import { CallerLanguage, type LanguageFollowing, type Said } from './caller-language.ts';
import type { Utterance } from './utterance-recording.ts';

/** An agent with Spanish, English and French, and a recogniser that identifies the language it is set to. */
function setup({ isRemote = false, following = true } = {}) {
  let found: IdentifiedLanguage | null = null;
  const known = ['en', 'es', 'fr', 'cy'];
  const rule: LanguageFollowing = {
    languageFor: (lang) => (known.includes(lang) ? lang : null),
    isExpected: (lang) => lang !== 'cy',
  };
  const recogniser = isRemote ? {} : { identify: async () => found };
  const language = new CallerLanguage(recogniser, 'en', following ? rule : null);
  /** Languages in which the last utterance was recognised. */
  let heardIn: string[] = [];
  const hear = async (voicedMs: number, lang: string, isSure: boolean | null = true): Promise<Said> => {
    found = { lang, isSure };
    heardIn = [];
    const utterance: Utterance = {
      samples: new Float32Array(),
      endedMs: 0,
      facts: { voicedMs, overAgent: false },
    };
    return language.hear(utterance, async (asked) => {
      heardIn.push(asked);
      return { text: `in ${asked || lang}`, ...(asked === '' && { lang }) };
    });
  };
  /** Says a turn. @returns whether it changed the known language */
  const say = async (...args: Parameters<typeof hear>): Promise<boolean> =>
    language.believe(await hear(...args));
  return { language, hear, say, heardIn: () => heardIn };
}

describe('the language of a caller', () => {
  it('is the one that it began with where none is followed, and nothing is found out', async () => {
    const { language, say, heardIn } = setup({ following: false });
    expect(await say(3000, 'es')).toBe(false);
    expect(heardIn()).toEqual(['en']);
    expect(language.lang).toBe('en');
  });

  it('is found out from a word, which is recognised in it', async () => {
    const { language, hear } = setup();
    const said = await hear(400, 'es');
    expect(said).toEqual({ text: 'in es', lang: 'es', found: 'es' });
    // A guess that is withdrawn changes nothing.
    expect(language.lang).toBe('en');
    expect(language.believe(said)).toBe(true);
    expect(language.lang).toBe('es');
  });

  it('is news once when it is the one that was spoken anyway', async () => {
    const { say, heardIn } = setup();
    expect(await say(400, 'en')).toBe(true);
    expect(await say(2000, 'en')).toBe(false);
    expect(heardIn()).toEqual(['en']);
  });

  it.each<[string, number, string, boolean]>([
    ['too short a sound', 200, 'es', true],
    ['a recogniser that guesses', 2000, 'es', false],
    ['a language that nobody named, from a word', 500, 'cy', true],
    ['a language that cannot be spoken', 3000, 'ja', true],
  ])('stays unknown after %s', async (_why, voicedMs, lang, isSure) => {
    const { language, say } = setup();
    expect(await say(voicedMs, lang, isSure)).toBe(false);
    expect(language.lang).toBe('en');
    // The language of the next utterance is detected as if it were the first.
    expect(await say(400, 'fr')).toBe(true);
    expect(language.lang).toBe('fr');
  });

  it('changes later for a sentence, and not for a word', async () => {
    const { language, say, heardIn } = setup();
    await say(1500, 'en');
    await say(600, 'es');
    expect(language.lang).toBe('en');
    expect(heardIn()).toEqual(['en']);
    expect(await say(1500, 'es')).toBe(true);
    expect(heardIn()).toEqual(['en', 'es']);
    expect(await say(1500, 'en')).toBe(true);
    expect(language.lang).toBe('en');
  });

  it('changes for two sentences in a row that are not sure', async () => {
    const { language, say } = setup();
    await say(1500, 'en');
    await say(1500, 'es', false);
    await say(1500, 'en');
    await say(1500, 'es', false);
    expect(language.lang).toBe('en');
    expect(await say(1500, 'es', false)).toBe(true);
    expect(language.lang).toBe('es');
  });

  it('comes with the words where the recogniser is elsewhere', async () => {
    const { language, hear, heardIn } = setup({ isRemote: true });
    language.believe(await hear(1500, 'es', null));
    expect(heardIn()).toEqual(['']);
    expect(language.lang).toBe('es');
    // The utterance was in the current language.
    expect((await hear(1500, 'ja', null)).text).toBe('in es');
    expect(heardIn()).toEqual(['', 'es']);
  });
});
