import { describe, expect, it } from 'vitest';
import type { Dictation } from '../../../engine/index.ts';
import { writtenDictation } from './written-dictation.ts';

describe('what callers dictate', () => {
  it.each<[Dictation, string, string]>([
    ['digits', 'Four double seven, oh two.', '477, 02.'],
    ['digits', 'My number is five five five, 0123.', 'My number is 555, 0123.'],
    ['digits', 'Four, six, three, one.', '4631.'],
    ['digits', "It's triple five, two for nine", "It's 555, 249"],
    ['letters', 'Mike, Alpha, Romeo, Sierra, Hotel.', 'M-A-R-S-H.'],
    ['letters', "It's M as in Mike, A for Apple, X-ray.", "It's M-A-X."],
    ['letters', 'F, A, double R, E, double L', 'F-A-R-R-E-L-L'],
    ['letters', 'N as in Mike, F for sugar, and as in Nancy', 'M-S-N'],
    ['letters', 'M, A, are, S, H', 'M-A-R-S-H'],
    ['letters', 'Why O-U-N-G?', 'Y-O-U-N-G?'],
    ['digits', 'For eight, four, five', '4845'],
    ['letters', "That's ages and hotel, you, G, as in golf, Diaz and Delta", "That's H-U-G-D"],
    ['letters', 'O as an orange, S, B, R as an Roger, L is in Latin', 'O-S-B-R-L'],
    ['letters', "That's V for Victor, OG for Golf, E", "That's V-O-G-E"],
    ['letters', 'J.I.S. and India, E.N.S. and Nora, W. Asin water', 'J-I-E-N-W'],
    ['letters', 'W as in water, as in atom, V as in violet, as in Delta', 'W-A-V-D'],
    ['letters', 'E, N, E, Z as in Sulu, X for X ray', 'E-N-E-Z-X'],
    ['code', 'Kilo seven X-ray, four', 'K7X4'],
    ['code', 'The reference is G as in Golf, two, Q.', 'The reference is G2Q.'],
    ['email', 'It is lee dot baker at outlook dot com. Thanks.', 'It is lee.baker@outlook.com. Thanks.'],
    ['email', 'Lee underscore Baker 77 at green-field dot co dot uk', 'lee_baker77@green-field.co.uk'],
    ['email', 'My e-mail is l-e-e dash baker@g mail.com', 'My e-mail is lee-baker@gmail.com'],
  ])('%s: "%s" is meant as "%s"', (form, heard, meant) => {
    expect(writtenDictation(heard, form, 'en')).toBe(meant);
  });

  it.each<[Dictation, string, string]>([
    ['digits', 'Null eins sieben zwo, doppel drei.', '0172, 33.'],
    ['letters', 'M wie Martha, Ü, L wie Ludwig', 'M-Ü-L'],
    ['letters', 'Berta Anton Ulrich Emil Richard', 'B-A-U-E-R'],
    [
      'email',
      'Die Adresse ist lea punkt bauer ät beispiel punkt de',
      'Die Adresse ist lea.bauer@beispiel.de',
    ],
  ])('in German, %s: "%s" is meant as "%s"', (form, heard, meant) => {
    expect(writtenDictation(heard, form, 'de')).toBe(meant);
  });

  it.each<[Dictation, string]>([
    ['digits', 'I have two of them, which one do you want?'],
    ['digits', 'Can I call you back at 5 to 7?'],
    ['digits', '463-177-0123.'],
    ['letters', 'M-A-R-S-H.'],
    ['letters', "It's M and then H, okay?"],
    ['digits', 'For that I need to look.'],
    ['letters', 'It is spelled as in the book.'],
    ['letters', "It's in India, she is in India."],
    ['letters', 'I come for an X-ray.'],
    ['letters', 'Oh, M-A-R-S-H.'],
    ['letters', 'My name is Mike.'],
    ['letters', 'I would rather spell it for you, are you there?'],
    ['letters', 'K as in Mike'],
    ['code', 'K7X 4QP'],
    ['code', 'It is one of those, I think.'],
    ['email', 'You can find it at acme dot com.'],
    ['email', 'Lee is at work.'],
  ])('%s: "%s" stays', (form, heard) => {
    expect(writtenDictation(heard, form, 'en')).toBe(heard);
  });
});
