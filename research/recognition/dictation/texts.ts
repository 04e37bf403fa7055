/** Dictations of callers, and other answers: texts for fitting, and others for judging. */
import type { Dictation } from '../../../engine/index.ts';
import { pick, randomNumbers } from '../../random.ts';

export const DICTATIONS: readonly Dictation[] = ['digits', 'letters', 'code', 'email'];
export const KINDS = ['numbers', 'letters', 'addresses', 'named letters'] as const;
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
  /** Words that letters are named by, beside NATO's. */
  readonly alphabet: readonly string[];
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
  alphabet: words(`
    Apple Boy Cat Dog Easy Fox George Henry Ice Jack King Love Mary Nancy Ocean Peter Queen Robert Sam Tom Uncle Victor
    William X-ray Yellow Zebra
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
  alphabet: words(`
    Adam Baker Charlie David Edward Frank Golf Harry India John Kate Lion Mother Nora Orange Paris Quick Roger Sugar
    Thomas Umbrella Violet Water X-ray Young Zulu
  `),
};

/** Of so many dictations of the other kinds there is one of named letters. */
const NAMED_EVERY = 2;
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

const NATO = words(`
  Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra
  Tango Uniform Victor Whiskey X-ray Yankee Zulu
`);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function namedLetters({ surnames, alphabet }: DictationSet, random: () => number): Dictated {
  const isName = random() < 0.6;
  const signs = isName
    ? [...pick(surnames, random)].slice(0, 7)
    : Array.from({ length: 5 }, () => pick(SIGNS, random));
  const before = pick(isName ? ['', "It's spelled ", "That's "] : ['', "It's ", 'The reference is '], random);
  // NATO's names alone, or letters with a name each, of which some have none.
  const joining = pick(['', ' as in ', ' for ', ' as in '], random);
  const names = joining === '' || random() < 0.4 ? NATO : alphabet;
  const said = signs.map((sign) => {
    const digit = DIGITS[Number(sign)];
    const name = names[LETTERS.indexOf(sign)]!;
    if (digit !== undefined) return digit;
    if (joining === '') return name;
    return random() < 0.3 ? sign : `${sign}${joining}${name}`;
  });
  return {
    kind: 'named letters',
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
  // Named letters have their own numbers, so that the other texts stay the same without them.
  const others = randomNumbers(set.seed + 1);
  return Object.entries(set.voices).flatMap(([voice, count]) =>
    Array.from({ length: count }, (_, i) => {
      const speed = [0.9, 1, 1.1][i % 3]!;
      const all = [numbers(random), letters(set, random), addresses(set, random)];
      if (i % NAMED_EVERY === 0) all.push(namedLetters(set, others));
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
