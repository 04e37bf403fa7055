/** Dictations of callers, and other answers: texts for fitting, and others for judging. */
import type { Dictation } from '../../../engine/index.ts';
import { pick, randomNumbers } from '../../random.ts';

export const DICTATIONS: readonly Dictation[] = ['digits', 'letters', 'code', 'email'];
export const KINDS = ['numbers', 'letters', 'addresses'] as const;
export type Kind = (typeof KINDS)[number];

export interface Dictated {
  readonly kind: Kind;
  /** The form that an agent has asked for. */
  readonly asked: Dictation;
  /** The text for the voice. */
  readonly said: string;
  /** Word by word: each digit and each letter is one. */
  readonly words: string;
}

/** Voices and words of one set; the two sets share neither. */
export interface DictationSet {
  readonly seed: number;
  /** Number of texts of each kind for a voice. */
  readonly voices: Readonly<Record<string, number>>;
  readonly surnames: readonly string[];
  readonly first: readonly string[];
  readonly roles: readonly string[];
  readonly hosts: readonly string[];
  readonly evasions: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const lines = (text: string): readonly string[] => text.trim().split('\n');

export const FITTED: DictationSet = {
  seed: 11,
  voices: { 'kokoro-am_adam': 6, 'kokoro-bf_alice': 6, 'kokoro-af_bella': 6 },
  surnames: words(`
    HARRIS MORENO FISHER YATES BIANCHI SCHMIDT KOWALSKI DUBOIS ANDERSEN QUIGLEY ZHANG VASQUEZ JENSEN OBRIEN PATEL
    WEAVER LUNDGREN TANAKA FERREIRA CHOWDHURY GIBBS MAXWELL NOVAK ELLSWORTH RIVAS HOFFMANN STANTON PRICE BECK DUFFY
  `),
  first: words('oliver sarah george nina victor laura daniel ruth simon carol fiona brian'),
  roles: words('fisher yates moreno harris weaver novak office booking hello sales2 team'),
  hosts: lines(`
hotmail dot com
yahoo dot com
northside dot org
redwood dot net
parker dot co dot uk
icloud dot com
brightline dot io`),
  evasions: lines(`
I don't have one.
Why do you need that?
I would rather not say.
Can I give you that later?
It should be on my account.
Let me look for it, one second.
No, I never got one of those.
Is there another way to do this?
I am calling about my order.
You already have it.
Actually, can I talk to a person?
I can't remember it.
Do you mean the one on the letter?
My wife would know that.
Sorry, what did you say?
I have two of them, which one do you want?
Yes.
Okay.
Why?
I see.
Hello?
No, thanks.
Oh, I see.
`),
};

export const JUDGED: DictationSet = {
  seed: 977,
  voices: {
    'hibari-heart': 136,
    'kokoro-am_michael': 16,
    'kokoro-bf_emma': 16,
    'kokoro-af_nova': 16,
    'kokoro-bm_george': 16,
  },
  surnames: words(`
    MARSH HADDAD PEREIRA WHITFIELD LINDQVIST OKAFOR BRANDT NGUYEN FITZGERALD CASTELLO DVORAK SINCLAIR JIMENEZ KAPOOR
    THORNTON BAXTER YILMAZ ERIKSEN ROUSSEAU GALLAGHER MCCOY VOGEL SAITO PRUITT ABBOTT BUCKLEY CROSS DELGADO EASTWOOD
    FARRELL GRIFFITH HENSLEY IQBAL JOHNSTON KELLER LAMBERT MEADOWS NORTON OSBORNE PRESTON QUINN RAMSEY STEVENSON TRAN
    UNDERWOOD VAUGHN WALLACE XIONG YOUNG ZAMORA BENNETT CHANG DIXON ESPINOZA FLEMING GUPTA HUGHES
  `),
  first: words('tom jane mark anna peter kate lee ross maria david emily susan kevin olga martin paula'),
  roles: words(
    'miller baker carter hill info sales support orders walker cooper bennett service contact jones',
  ),
  hosts: lines(`
gmail dot com
outlook dot com
gmail dot com
aol dot com
example dot org
mailbox dot net
acme dot io
bluewater dot com
greenfield dot co dot uk
silverlake dot org
hillside dot net
westport dot com`),
  evasions: lines(`
I don't have that with me.
What do you want it for?
I'd prefer not to give it to you.
Could I send it to you tomorrow?
It's the same as before.
Hold on, I need to find my glasses.
We don't use any of those here.
Can't you look it up by my name?
I want to cancel my appointment.
I told your colleague last week.
Please put me through to somebody else.
I'm afraid I forgot.
Which one are you asking about?
My husband takes care of these things.
Can you say that again?
I am in the car, so I cannot look at it now.
The one you have is fine.
Not at the moment, no.
Well, I only wanted to know when you are open.
See you on Tuesday at ten.
No.
Oh, okay.
What?
Bye.
Are you there?
Yeah, sure.
Maybe later.
`),
};

const DIGITS = words('zero one two three four five six seven eight nine');
const TIMES = ['', '', 'double', 'triple'];
/** Lengths of the groups of telephone numbers, of cards and of codes, frequent ones repeated. */
const NUMBERS = [[3, 3, 4], [3, 3, 4], [3, 3, 4], [3, 4], [5, 6], [4, 4, 4, 4], [3, 3], [4]] as const;

function numbers(random: () => number): Dictated {
  const groups = pick(NUMBERS, random).map((length) =>
    Array.from({ length }, () => Math.floor(random() * 10)),
  );
  const zero = pick(['zero', 'oh'], random);
  const repeats = random() < 0.3;
  const group = (digits: readonly number[]): string => {
    const said: string[] = [];
    for (let i = 0; i < digits.length; ) {
      let end = i + 1;
      while (repeats && end < digits.length && end < i + 3 && digits[end] === digits[i]) end++;
      const digit = digits[i] === 0 ? zero : DIGITS[digits[i]!]!;
      said.push(`${TIMES[end - i] ?? ''} ${digit}`.trim());
      i = end;
    }
    return said.join(' ');
  };
  const before = pick(['', '', 'My number is ', "It's ", 'Yes, ', 'The number is '], random);
  return {
    kind: 'numbers',
    asked: 'digits',
    said: `${before}${groups.map(group).join(', ')}.`,
    words: `${before}${groups.flat().join(' ')}`,
  };
}

const SIGNS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'];

function letters({ surnames }: DictationSet, random: () => number): Dictated {
  const isName = random() < 0.75;
  const signs = isName
    ? [...pick(surnames, random)]
    : Array.from({ length: pick([5, 6], random) }, () => pick(SIGNS, random));
  const before = isName
    ? pick(['', "It's spelled ", "That's ", 'Yes, ', 'My last name is '], random)
    : pick(['', "It's ", 'The reference is ', 'Sure, '], random);
  const said = signs.map((sign) => DIGITS[Number(sign)] ?? sign);
  return {
    kind: 'letters',
    asked: isName ? 'letters' : 'code',
    said: `${before}${said.join(', ')}.`,
    words: `${before}${signs.join(' ')}`,
  };
}

function addresses({ first, roles, hosts }: DictationSet, random: () => number): Dictated {
  const who =
    random() < 0.25
      ? pick([...first, ...roles], random)
      : `${pick(first, random)} ${pick(['dot', 'dot', 'dot', 'dash', 'underscore'], random)} ${pick(roles, random)}`;
  const before = pick(['', 'My e-mail is ', "It's ", 'Sure, ', 'You can write to '], random);
  const text = `${before}${who} at ${pick(hosts, random)}`;
  return { kind: 'addresses', asked: 'email', said: `${text}.`, words: text };
}

/** Dictations of each voice of a set. */
export function dictatedIn(
  set: DictationSet,
): (Dictated & { readonly voice: string; readonly speed: number })[] {
  const random = randomNumbers(set.seed);
  return Object.entries(set.voices).flatMap(([voice, count]) =>
    Array.from({ length: count }, (_, i) => {
      const speed = [0.9, 1, 1.1][i % 3]!;
      const all = [numbers(random), letters(set, random), addresses(set, random)];
      return all.map((dictated) => ({ ...dictated, voice, speed }));
    }).flat(),
  );
}

/** Answers without a dictation, each spoken by the first voice of a set and another one. */
export function evasionsIn({
  voices,
  evasions,
}: DictationSet): { readonly said: string; readonly voice: string }[] {
  const [first = '', ...others] = Object.keys(voices);
  return evasions.flatMap((said, i) => [first, others[i % others.length]!].map((voice) => ({ said, voice })));
}
