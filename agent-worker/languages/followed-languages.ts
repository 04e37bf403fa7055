/** Agents whose language is that of their caller. */
import { LANGUAGES, primaryLanguage } from '../../engine/index.ts';

/** The language setting of an agent: one language, a list that begins with the first one spoken, or `auto`. */
export type LanguageChoice = string | readonly string[];
/** Whichever the caller speaks. */
export const ANY_LANGUAGE = 'auto';

/** The languages that an agent follows its caller into. */
export type FollowedLanguages = typeof ANY_LANGUAGE | readonly string[];

/** Languages that a recogniser confuses with another: written alike, or hardly distinguished by sound. */
const RELATIVES: Readonly<Record<string, readonly string[]>> = {
  gl: ['es', 'pt'],
  ca: ['es'],
  oc: ['fr', 'es'],
  br: ['fr'],
  ur: ['hi'],
  pa: ['hi'],
  mr: ['hi'],
  ne: ['hi'],
  sa: ['hi'],
  af: ['nl'],
  lb: ['de'],
  yi: ['de'],
  cy: ['en'],
  be: ['ru'],
  uk: ['ru'],
};

export interface FollowingRule {
  /** The language that the conversation began in, as its tag. */
  readonly first: string;
  readonly follows: FollowedLanguages;
  /** Whether a language can be heard and spoken here. */
  readonly isPossible: (lang: string) => boolean;
}

/**
 * The language that a conversation goes on in when a recogniser has found this one; null where that is none, because it
 * is not in the list or cannot be heard and spoken here.
 * @param found a code without a region
 * @returns a tag, with the region that it has in the list or began with
 */
export function followedLanguage(found: string, rule: FollowingRule): string | null {
  for (const lang of [found, ...(RELATIVES[found] ?? [])]) {
    const tag = tagOf(lang, rule);
    if (tag !== null && rule.isPossible(tag)) return tag;
  }
  return null;
}

function tagOf(lang: string, { first, follows }: FollowingRule): string | null {
  const isSame = (tag: string): boolean => primaryLanguage(tag) === primaryLanguage(lang);
  if (isSame(first)) return first;
  return follows === ANY_LANGUAGE ? lang : (follows.find(isSame) ?? null);
}

/** Whether a language is often spoken to agents: others take more to be believed where none was named. */
export function isExpected(lang: string, follows: FollowedLanguages): boolean {
  return follows !== ANY_LANGUAGE || LANGUAGES.some((code) => code === primaryLanguage(lang));
}

/** The language that an agent begins in, and those that it follows its caller into, unless it has but one. */
export function beginningOf(
  choice: LanguageChoice | null,
  /** Of the voice, if there is one. */
  own: string,
): { readonly lang: string; readonly follows?: FollowedLanguages } {
  if (choice === ANY_LANGUAGE) return { lang: own, follows: ANY_LANGUAGE };
  if (choice === null || typeof choice === 'string') return { lang: choice ?? own };
  return { lang: choice[0] ?? own, follows: choice };
}
