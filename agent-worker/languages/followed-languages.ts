/** Agents that speak the language of their caller. */
import { LANGUAGES, primaryLanguage } from '../../engine/index.ts';

/** The language setting of an agent: one language, a list that begins with the first one spoken, or `auto`. */
export type LanguageChoice = string | readonly string[];
/** Any language that the caller speaks. */
export const ANY_LANGUAGE = 'auto';

/** The languages to which an agent changes with its caller. */
export type FollowedLanguages = typeof ANY_LANGUAGE | readonly string[];

/** Languages that a recogniser confuses with another one: similar in writing or in sound. */
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
  /** Tag of the language in which the conversation began. */
  readonly first: string;
  readonly follows: FollowedLanguages;
  /** Whether this server can recognise and speak a language. */
  readonly isPossible: (lang: string) => boolean;
}

/**
 * The language in which a conversation continues after a recogniser has detected this one; null if it is not in the
 * list, or if this server cannot recognise and speak it.
 * @param found a code without a region
 * @returns a tag, with the region from the list or from the start of the conversation
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

/** Whether callers often speak a language to agents. With `auto`, others need more evidence. */
export function isExpected(lang: string, follows: FollowedLanguages): boolean {
  return follows !== ANY_LANGUAGE || LANGUAGES.some((code) => code === primaryLanguage(lang));
}

/** The language in which an agent begins, and those to which it changes with its caller; absent if it has only one. */
export function beginningOf(
  choice: LanguageChoice | null,
  /** Of the agent's voice, if it has one. */
  own: string,
): { readonly lang: string; readonly follows?: FollowedLanguages } {
  if (choice === ANY_LANGUAGE) return { lang: own, follows: ANY_LANGUAGE };
  if (choice === null || typeof choice === 'string') return { lang: choice ?? own };
  return { lang: choice[0] ?? own, follows: choice };
}
