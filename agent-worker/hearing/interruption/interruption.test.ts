import { describe, expect, it } from 'vitest';
import { classifySpeech, expectedPhrases, InterruptionDetector, patienceOf } from './interruption.ts';

/** Said over the agent, at a speed at which the voiced sound has room for all words. */
const isBackchannel = (text: string, lang: string): boolean =>
  classifySpeech(text, { voicedMs: 5000, overAgent: true }, lang) === 'backchannel';

describe('speech over the agent', () => {
  it.each([
    ['en', 'Mm-hm.'],
    ['en', 'MMMM MMMM.'],
    ['en', 'Mmm-hmmm, hm.'],
    ['en', 'M-M-H-M, right.'],
    ['en', "Oh, that's right."],
    ['en', 'Sounds good.'],
    ['en', "Okay, it's okay."],
    ['en', 'So wow.'],
    ['de', 'Hmhm.'],
    ['en', 'Uh-huh, yeah.'],
    ['en', 'Okay. Right, I see!'],
    ['en-gb', 'Yeah, yeah, okay.'],
    ['en', 'Hahaha'],
    ['en', 'Oh, ha, ha, ha, ha, ha.'],
    ['en', 'Heh heh heh heh. Okay.'],
    ['de', 'Ja, genau.'],
    ['nl', 'Ja, oké.'],
    ['fr', 'Ah oui, d’accord.'],
    ['it', 'Sì, certo.'],
    ['es', 'Sí, claro.'],
    ['pt-br', 'Tá bom.'],
    ['ru', 'Угу, да.'],
    ['hi', 'हाँ, ठीक है।'],
    ['ko', '네, 알겠습니다.'],
  ])('%s: "%s" asks for nothing', (lang, text) => {
    expect(isBackchannel(text, lang)).toBe(true);
  });

  it.each([
    ['en', 'Stop.'],
    ['en', 'No.'],
    ['en', 'Wait, wait.'],
    ['en', 'Okay, but what about tomorrow?'],
    ['en', 'Hold on.'],
    ['en', "That's not right."],
    ['en', 'H.'],
    ['en', 'And then?'],
    ['en', 'Okay, but...'],
    ['en', "That's it, stop."],
    ['en', ''],
    ['en', 'yeah yeah yeah yeah yeah yeah yeah'],
    ['de', 'Nein, halt.'],
    ['nl', 'Nee, wacht even.'],
    ['fr', 'Non, attendez.'],
    ['it', 'No, aspetta.'],
    ['es', 'No, espera.'],
    ['pt', 'Não, espera.'],
    ['ru', 'Нет, подождите.'],
    ['hi', 'नहीं, रुको।'],
    ['ko', '아니요, 잠깐만요.'],
  ])('%s: "%s" may be meant to stop somebody', (lang, text) => {
    expect(isBackchannel(text, lang)).toBe(false);
  });

  it('has English stand in for other languages', () => {
    expect(isBackchannel('okay', 'ja')).toBe(true);
  });
});

describe('when it was said', () => {
  it('is over the agent if the agent fell silent before it was judged', () => {
    const detector = new InterruptionDetector(32, () => undefined);
    detector.agentSpeaks(true);
    detector.agentSpeaks(false);
    detector.speechStarted(0);
    expect(detector.overAgent).toBe(false);
    detector.speechStarted(60_000);
    expect(detector.overAgent).toBe(true);
  });

  it('is a cough if it is short and unclear, but a word of an answer or of a list', () => {
    const unclear = { voicedMs: 350, overAgent: false, confidence: 0.6 };
    expect(classifySpeech('Bread?', unclear, 'en')).toBe('noise');
    expect(classifySpeech('Bread?', { ...unclear, isAnswer: true }, 'en')).toBe('turn');
    expect(classifySpeech('Bread?', { ...unclear, isMidTurn: true }, 'en')).toBe('turn');
    expect(classifySpeech('Bread?', { ...unclear, voicedMs: 150, isMidTurn: true }, 'en')).toBe('noise');
  });

  it('is not a backchannel if the caller answers or continues', () => {
    const short = { voicedMs: 400, overAgent: true };
    for (const facts of [
      { ...short, isAnswer: true },
      { ...short, isGoingOn: true },
    ]) {
      expect(expectedPhrases(facts, 'en')).toEqual({ phrases: [] });
      expect(patienceOf(facts)).toBeGreaterThan(patienceOf(short));
    }
  });
});
