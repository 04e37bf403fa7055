/** Clitics: words that have no stress of their own and join their neighbours. */

/** Prepositions, conjunctions and the negation: they join the next word. */
const PROCLITICS = new Set(
  `a ako bez do i iz k ka kod kroz međ na nad ne ni niz o od po pod pred pri s sa te u uz za zbog`.split(' '),
);
/** Short forms of pronouns and auxiliaries, and the particle li: they join the previous word. */
const ENCLITICS = new Set(
  `ga je joj ju ih im mu me te se nam nas vam vas sam si smo ste su ću ćeš će ćemo ćete bih bi bismo biste li`.split(
    ' ',
  ),
);
/** Clitics that are also stressed words: "mi" (we), "sam" (alone), "vas" (all). */
const ALSO_WORDS = new Set('a i bez kod nas vas sam biste'.split(' '));

export type Clitic = 'proclitic' | 'enclitic';

/** The kind of clitic that the word is; null for other words. @param latin in Latin script, lower case */
export function cliticKind(latin: string): Clitic | null {
  if (ENCLITICS.has(latin)) return 'enclitic';
  return PROCLITICS.has(latin) ? 'proclitic' : null;
}

/** Whether a clitic is, in another meaning, a word that can be stressed. */
export function canBeStressed(latin: string): boolean {
  return ALSO_WORDS.has(latin);
}
