import { primaryLanguage } from '../../engine/text/primary-language.ts';

/**
 * What listeners say to show that they listen, by language: sounds and words that ask for nothing. Not among them is
 * what may be meant to stop somebody ("no", "wait"), whatever else it may mean.
 */
const BACKCHANNELS: Readonly<Record<string, string>> = {
  en: `
    mm, mmm, mhm, mm hm, mm hmm, mmhmm, hm, hmm, uh huh, uhhuh, uh hum, um hum, umhum, um hm, ah, aha,
    ah ha, oh, ooh, uh, um, er, eh, huh, yeah, yea, yep, yup, ya, yes, ok, okay, kay, right, all right,
    alright, sure, of course, i see, got it, gotcha, good, great, nice, cool, fine, wow, really, true,
    exactly, indeed, absolutely, definitely, i know, i understand, makes sense, oh yeah, oh okay, oh
    wow, oh i see, ha, haha, hehe, heh, laughs, laughter`,
  de: `
    mm, mmm, mhm, mh, hm, hmm, aha, ah, ach, ach so, achso, oh, äh, ähm, ja, jo, joa, jap, ja ja, jaja,
    genau, okay, ok, gut, klar, alles klar, stimmt, richtig, verstehe, ich verstehe, verstanden,
    natürlich, sicher, super, toll, schön, interessant, wirklich, echt, na gut, haha, hehe`,
  nl: `
    mm, mmm, mhm, hm, hmm, aha, ah, oh, o, eh, ehm, ja, jawel, jaja, jep, oké, oke, ok, okay, goed,
    prima, precies, inderdaad, klopt, juist, natuurlijk, zeker, ik snap het, snap ik, begrijp ik, ik
    begrijp het, mooi, leuk, echt, haha, hehe`,
  fr: `
    mm, mmm, mhm, hm, hmm, ah, ah bon, ah oui, ah ok, oh, euh, hein, oui, ouais, ok, okay, d'accord,
    daccord, bien, très bien, bien sûr, c'est ça, voilà, exact, exactement, tout à fait, je vois, je
    comprends, compris, super, vraiment, haha, hehe`,
  it: `
    mm, mmm, mhm, hm, hmm, ah, ah ok, aha, oh, eh, ehm, sì, si, ok, okay, va bene, bene, certo, esatto,
    giusto, capito, ho capito, capisco, d'accord, d'accordo, daccordo, perfetto, davvero, infatti, già,
    haha, ahah`,
  es: `
    mm, mmm, mhm, hm, hmm, ah, aha, ajá, aja, oh, eh, sí, si, ok, okay, vale, bueno, bien, muy bien,
    claro, claro que sí, exacto, correcto, ya, ya veo, entiendo, de acuerdo, perfecto, por supuesto, en
    serio, cierto, jaja, haha`,
  pt: `
    mm, mmm, mhm, hm, hmm, ah, aham, ahã, uhum, uhm, oh, é, sim, ok, okay, tá, tá bom, tá bem, está bem,
    certo, claro, exato, exatamente, isso, isso mesmo, entendi, entendo, bom, bem, legal, pois é, sei,
    verdade, haha, kkk`,
  ru: `
    м, мм, ммм, мгм, мхм, хм, хмм, гм, угу, ага, а, ах, ой, о, э, эм, да, да да, так, ну да, ок, окей,
    хорошо, ладно, ясно, понятно, понял, поняла, понимаю, конечно, верно, точно, правильно, именно,
    правда, здорово, ха ха, хаха`,
  hi: `
    हम्म, हम, हूँ, हूं, हाँ, हां, हा, जी, जी हाँ, जी हां, हाँ जी, हां जी, अच्छा, ठीक, ठीक है, ओके, सही,
    सही है, बिल्कुल, बिलकुल, समझ गया, समझ गई, सच, वाह, हाहा, hmm, haan, han, ji, accha, achha, theek
    hai, thik hai, ok, okay`,
  ko: `
    음, 으음, 흠, 응, 어, 아, 오, 네, 예, 네네, 그래, 그래요, 그렇죠, 그렇군요, 그렇구나, 맞아, 맞아요, 좋아, 좋아요, 알겠어요, 알겠습니다, 아하, 오케이,
    정말, 정말요, 진짜, 진짜요, 하하, ok, okay`,
};

/** What is dropped before comparing: everything but letters and digits, at which words part. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}']+/gu;
const MAX_PHRASES = 4;
const MAX_PHRASE_WORDS = 3;
const LAUGHTER = /^(?:a?[hj]+[aei]+){2,}h?$|^(?:ха){2,}$|^[하ㅋㅎ]{2,}$|^k{3,}$/u;

const tables = new Map<string, ReadonlySet<string>>();

/**
 * Whether a text holds nothing but a few backchannels ("Yeah, okay. Right.").
 * @param lang a code ("en", "pt-br"); English stands in for languages without a table
 */
export function isBackchannel(text: string, lang: string): boolean {
  const table = tableOf(lang);
  const words = wordsOf(text);
  if (words.length === 0) return false;
  // The fewest phrases that make up the words up to each place; a table of words, not of grammar, needs no more.
  const phrases = new Array<number>(words.length + 1).fill(Number.POSITIVE_INFINITY);
  phrases[0] = 0;
  for (let end = 1; end <= words.length; end++) {
    for (let start = Math.max(0, end - MAX_PHRASE_WORDS); start < end; start++) {
      const phrase = words.slice(start, end).join(' ');
      if (table.has(phrase) || LAUGHTER.test(phrase)) {
        phrases[end] = Math.min(phrases[end]!, phrases[start]! + 1);
      }
    }
  }
  return phrases[words.length]! <= MAX_PHRASES;
}

/** The words of a text in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(SEPARATORS, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);
}

function tableOf(lang: string): ReadonlySet<string> {
  const base = primaryLanguage(lang);
  const known = base in BACKCHANNELS ? base : 'en';
  let table = tables.get(known);
  if (table === undefined) {
    table = new Set(BACKCHANNELS[known]!.split(',').map((phrase) => wordsOf(phrase).join(' ')));
    tables.set(known, table);
  }
  return table;
}
