import { beforeAll, describe, expect, it } from 'vitest';
import { speakWithEspeak } from '../../../engine/synthesis/families/espeak/utterance.ts';
import { analyse } from '../../text/analyse.ts';
import { Espeak } from '../espeak.ts';
import { pronounce } from '../pronounce.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

function pronounced(text: string, voice: string) {
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  return pronounce(analyse([segment], voice.slice(0, 2), text), voice, espeak, () => []);
}
const said = (text: string, voice = 'hr') =>
  pronounced(text, voice)
    .map((token) => (token.kind === 'word' ? token.phonemes.map(({ ipa }) => ipa).join('') : token.mark))
    .join(' ');

/** Length in ms and loudness (root mean square) of the first vowel of its kind. */
function vowel(text: string, ipa: RegExp, voice: string) {
  const { audio, phonemes, sampleRate } = speakWithEspeak(espeak, pronounced(text, voice), {
    voice,
    speed: 1,
  });
  const { startSamples, endSamples } = phonemes.find((phoneme) => ipa.test(phoneme.ipa))!;
  const sound = audio.subarray(startSamples, endSamples);
  const loudness = Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);
  return { ms: (1000 * sound.length) / sampleRate, loudness };
}

describe('written accents', () => {
  it.each([
    ['ljepota', 'ʎˈepotæ'],
    ['ljepòta', 'ʎepˈotæ'],
    ['ljepóta', 'ʎepˈoːtæ'],
    ['telefonírati', 'tɛlɛfonˈiːrætɪ'],
    ['planìna', 'plænˈinæ'],
    ['grâd', 'ɡɾˈaːd'],
    ['žènā', 'ʒˈɛnaː'],
    ['tr̀govina', 'tˈərɡovɪnæ'],
    ['tŕg', 'tˈəːrɡ'],
    // Marks of length alone do not move the stress.
    ['kućā', 'kˈutɕaː'],
    ['planinâ', 'plˈanɪnaː'],
    ['prijatêljski', 'pɾɪjætˈeːʎskɪ'],
    // č, ć, š and ž are no accented letters.
    ['čaća', 'tʃˈatɕæ'],
  ])('%s is said %s', (text, ipa) => {
    expect(said(text)).toBe(ipa);
  });

  it('are read in Cyrillic, and by the Serbian voice', () => {
    expect(said('лепо\u0300та', 'sr')).toBe('lɛpˈotɐ');
    expect(said('lepòta', 'sr')).toBe('lɛpˈotɐ');
    expect(said('лепота', 'sr')).toBe('lˈɛpotɐ');
  });

  it('do not change neighbours or other languages', () => {
    expect(said('Kakva ljepòta!')).toBe(`${said('Kakva ljepota!').split(' ')[0]} ʎepˈotæ !`);
    expect(said('ljepòta', 'sl')).toBe(said('ljepòta'.normalize('NFD'), 'sl'));
  });

  it.each(['hr', 'sr'])('are heard: the %s voice says a stressed vowel louder and longer', (voice) => {
    const [plain, short, long] = ['ljepota', 'ljepòta', 'ljepóta'].map((word) =>
      vowel(`Kakva ${word} je to.`, /^oː?$/, voice),
    );
    expect(short!.loudness).toBeGreaterThan(plain!.loudness * 1.2);
    expect(short!.ms).toBeGreaterThanOrEqual(plain!.ms * 0.9);
    expect(long!.ms).toBeGreaterThan(short!.ms * 1.3);
    const [first, moved] = ['ljepota', 'ljepòta'].map((word) => vowel(`Kakva ${word} je to.`, /^e/, voice));
    expect(moved!.loudness).toBeLessThan(first!.loudness * 0.9);
  });
});
