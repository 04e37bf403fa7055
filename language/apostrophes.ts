/**
 * Characters that are typed for the apostrophe: the straight and the curly one, opening quotes that word processors
 * put in its place, accents and primes of keyboards that lack it, modifier letters, those of other scripts, the
 * full-width form.
 */
export const APOSTROPHES = "'’‘‛`´΄᾽᾿′‵ʼʻʽʹʾʿꞌꞋ՚＇";

const ANY = new RegExp(`[${APOSTROPHES}]`, 'gu');

/** The text with every such character as a straight apostrophe. */
export function straightApostrophes(text: string): string {
  return text.replace(ANY, "'");
}
