import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../engine/index.ts';
import { soundsUnfinished } from '../hearing/endpointing/unfinished-text.ts';
import { isBackchannel } from '../hearing/interruption/backchannels.ts';
import { agentLanguage, agentLanguageOrEnglish, entriesOf, wordsIn } from './index.ts';

describe.each(LANGUAGES)('an agent that speaks %s', (lang) => {
  const language = agentLanguageOrEnglish(lang);

  it('repeats the words of the caller, and says how to get a language model', () => {
    expect(language.rulePhrases.echo).toContain('{heard}');
    expect(language.rulePhrases.hint).toContain('LLM_BASE_URL');
  });

  it('takes each of its backchannels for one', () => {
    for (const phrase of entriesOf(language.backchannels)) {
      expect(isBackchannel(phrase, lang, 1), phrase).toBe(true);
    }
  });

  it('waits behind each of its dangling words', () => {
    for (const word of wordsIn(language.danglingWords)) {
      expect(soundsUnfinished(`Xyz ${word}`, lang), word).toBe(true);
    }
  });
});

describe('the words of agents', () => {
  it('are found by any tag of the language', () => {
    expect(agentLanguage('pt-BR')).toBe(agentLanguage('pt'));
    expect(agentLanguage('DE_at')).toBe(agentLanguage('de'));
  });

  it.each(['', 'ja', 'constructor', '__proto__'])('are missing for %j, so English ones are used', (lang) => {
    expect(agentLanguage(lang)).toBeNull();
    expect(agentLanguageOrEnglish(lang)).toBe(agentLanguage('en'));
  });
});
