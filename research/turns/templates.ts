/**
 * Turns of kinds that dialogues of bookings do not have: dictated numbers and addresses, stories, lists, corrections,
 * complaints, short answers. `|` marks possible pauses.
 */
import { randomNumbers } from '../random.ts';
import type { Turn } from './corpora.ts';

/**
 * Sentences of a language; slashes separate alternatives in a text, and words in braces are placeholders for a list.
 */
export interface Templates {
  readonly words: Readonly<Record<string, string>>;
  /** Requests with pauses in them. */
  readonly requests: string;
  /** Mostly said without a pause. */
  readonly whole: string;
  /** Sentences that people say to any agent. */
  readonly common: string;
  readonly lists: readonly (readonly [before: string, items: string])[];
  readonly corrected: readonly (readonly [frame: string, value: string])[];
  readonly short: readonly (readonly [agent: string, answers: string])[];
  readonly questions: Readonly<
    Record<'number' | 'email' | 'address' | 'spelling' | 'open' | 'story' | 'list', readonly string[]>
  >;
  readonly whatHappened: readonly string[];
  /** From zero to nine. */
  readonly digits: readonly string[];
  /** Before another event of a story. */
  readonly linking: string;
  readonly beforeResult: string;
  /** Before the last item of a list. */
  readonly beforeLast: string;
  /** Before a second thing that the same person did. */
  readonly beforeSecond: string;
  readonly beforeComplaint: string;
  readonly please: string;
  readonly beforeNumber: string;
  readonly beforeEmail: string;
  readonly email: {
    readonly between: string;
    readonly at: string;
    readonly dot: string;
    readonly ends: string;
  };
  readonly beforeAddress: string;
  /** `{#}` is its number. */
  readonly street: string;
  readonly road: string;
  readonly beforePlace: string;
  readonly beforeLetters: string;
  readonly newThing: string;
  readonly aThing: string;
  /** Words that become one, with the spaces around them. */
  readonly contracted: readonly (readonly [apart: string, joined: string])[];
}

/** The given number of turns of all kinds, in the language of the templates. Every run returns the same. */
export function templateTurns(templates: Templates, count: number, seed: number): Turn[] {
  const { words, questions } = templates;
  const random = randomNumbers(seed);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const among = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const list = (length: number, make: () => string): string[] => Array.from({ length }, make);
  const chance = (share: number): boolean => random() < share;
  const lists = new Map<string, string[]>();
  /** One item of a list that is separated by slashes. */
  const one = (options: string): string => {
    let found = lists.get(options);
    if (found === undefined) {
      found = options.split('/');
      lists.set(options, found);
    }
    return pick(found);
  };
  /** A word from no list, because the model must not learn particular words. */
  const unheard = (): string =>
    list(
      among(1, 3),
      () => pick([...'bdfgklmnprstvw']) + pick(['a', 'e', 'i', 'o', 'u', 'ar', 'en', 'is', 'ot', 'um']),
    ).join('');
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'name' && chance(0.6)) return chance(0.5) ? unheard() : `${unheard()} ${unheard()}`;
      if (/^(?:thing|town|goods|food)$/.test(name) && chance(0.25)) return unheard();
      return fill(one(words[name] ?? name));
    });
  const from = (options: string): string => fill(one(options));
  const asked = (questions: readonly string[]): string => (chance(0.6) ? '' : pick(questions));
  const group = (): string => {
    const digits = list(among(1, 4), () => String(among(0, 9)));
    return chance(0.6) ? digits.join('') : digits.map((digit) => templates.digits[Number(digit)]).join(' ');
  };
  const event = (): string => {
    if (chance(0.25)) return from(words.passive!);
    if (chance(0.12)) return from(words.state!);
    const said = `${one(words.who!)} ${from(words.did!)}`;
    if (chance(0.45)) return said;
    return chance(0.6) ? `${said} ${from(words.when!)}` : `${from(words.when!)} ${said}`;
  };
  const linked = (said: string): string => (chance(0.5) ? said : `${one(templates.linking)} ${said}`);
  const story = (): Turn => {
    const parts = [event(), ...list(among(0, 2), () => linked(event()))];
    return {
      agent: asked(questions.story),
      text: `${parts.join(' | ')} | ${one(templates.beforeResult)} ${from(words.result!)}`,
    };
  };
  const listed = (): Turn => {
    const [before, items] = pick(templates.lists);
    const said = list(among(2, 3), () => fill(items));
    const text = `${from(before)} ${said.join(' | ')} | ${one(templates.beforeLast)} ${fill(items)}`;
    return { agent: before === '' || chance(0.3) ? asked(questions.list) : '', text };
  };
  const corrected = (): Turn => {
    const [frame, value] = pick(templates.corrected);
    const again = chance(0.3) ? from(frame) : '';
    return { agent: '', text: `${from(frame)} ${from(value)} | ${one(words.no!)} | ${again} ${from(value)}` };
  };
  /** The beginnings of lists and corrections are turns as well. */
  const plain = (): Turn => {
    const [frame, value] = pick([
      ...templates.corrected,
      ...templates.lists.filter(([before]) => before !== ''),
    ]);
    const last = chance(0.3) ? templates.please : '';
    return { agent: asked(questions.open), text: `${from(frame)} ${from(value)} ${last} |` };
  };
  const street = (): string =>
    templates.street.replace(/\{(#|name|road)\}/g, (_, place: string) =>
      place === '#' ? String(among(1, 999)) : place === 'road' ? one(templates.road) : fill('{name}'),
    );
  /** Contracts words like people do. */
  const contracted = (text: string): string =>
    templates.contracted.reduce((said, [apart, joined]) => said.replaceAll(apart, joined), text);
  const kinds: readonly (readonly [share: number, make: () => Turn])[] = [
    [
      1,
      () => {
        const before = one(templates.beforeNumber);
        const agent = asked(questions.number);
        return { agent, text: `${before} ${list(among(3, 4), group).join(' | ')}` };
      },
    ],
    [
      0.5,
      () => ({
        agent: asked(questions.email),
        text:
          `${one(templates.beforeEmail)} ${fill('{name}')} ${one(templates.email.between)} ${fill('{name}')} | ` +
          `${templates.email.at} ${fill('{name}')} | ${templates.email.dot} ${one(templates.email.ends)}`,
      }),
    ],
    [
      1,
      () => ({
        agent: asked(questions.address),
        text:
          `${one(templates.beforeAddress)} ${street()} | ` +
          `${one(templates.beforePlace)} ${from(words.place!)}`,
      }),
    ],
    [
      0.5,
      () => ({
        agent: asked(questions.spelling),
        text: `${one(templates.beforeLetters)} ${list(among(2, 3), () => list(among(1, 3), () => pick([...'abcdefghijklmnopqrstuvwxyz'])).join(' ')).join(' | ')}`,
      }),
    ],
    [5, story],
    [2, () => ({ agent: asked(questions.story), text: `${from(words.wrong!)} |` })],
    // Many callers tell in one sentence what happened.
    [
      1,
      () => ({
        agent: pick(templates.whatHappened),
        text: `${event()} ${one(templates.beforeSecond)} ${from(words.did!)} |`,
      }),
    ],
    [
      0.7,
      () => ({
        agent: asked(questions.story),
        text: `${from(words.wrong!)} | ${one(templates.beforeComplaint)} ${from(words.result!)}`,
      }),
    ],
    [1, () => ({ agent: asked(questions.open), text: `${from(words.asks!)} | ${from(words.wh!)}` })],
    [1.5, () => ({ agent: asked(questions.open), text: from(templates.requests) })],
    [
      5,
      () => ({
        agent: asked(questions.open),
        text: `${from(pick([templates.whole, templates.whole, templates.common]))} |`,
      }),
    ],
    [0.5, () => ({ agent: '', text: `${from(words.wants!)} ${one(words.filler!)} | ${templates.newThing}` })],
    [
      0.5,
      () => ({ agent: '', text: `${one(words.filler!)} | ${from(words.wants!)} ${fill(templates.aThing)}` }),
    ],
    [4, listed],
    [2.5, corrected],
    [3, plain],
    [
      3,
      () => {
        const [agent, answers] = pick(templates.short);
        return { agent, text: from(answers).replace('#', () => String(among(1, 12))) };
      },
    ],
  ];
  const all = kinds.reduce((sum, [share]) => sum + share, 0);
  return Array.from({ length: count }, () => {
    let left = random() * all;
    const [, make] =
      kinds.find(([share]) => {
        left -= share;
        return left < 0;
      }) ?? kinds[0]!;
    const { agent, text } = make();
    return { agent, text: contracted(text.replace(/\s+/g, ' ')).trim() };
  });
}
