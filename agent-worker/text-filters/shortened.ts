/** Maximum length of the caller's words that are repeated back. */
const MAX_ECHO_CHARS = 200;

/** Shortens the caller's words for repeating them back: without final punctuation, cut between words. */
export function shortened(text: string): string {
  const plain = text.replace(/[\s.!?…。！？।,;:]+$/u, '');
  if (plain.length <= MAX_ECHO_CHARS) return plain;
  const cut = plain.lastIndexOf(' ', MAX_ECHO_CHARS);
  return plain.slice(0, cut > 0 ? cut : MAX_ECHO_CHARS);
}
