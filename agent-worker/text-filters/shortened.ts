/** Of what the caller said, that is said back. */
const MAX_ECHO_CHARS = 200;

/** What a caller said, short enough to be said back: without the mark at its end, cut between words. */
export function shortened(text: string): string {
  const plain = text.replace(/[\s.!?…。！？।,;:]+$/u, '');
  if (plain.length <= MAX_ECHO_CHARS) return plain;
  const cut = plain.lastIndexOf(' ', MAX_ECHO_CHARS);
  return plain.slice(0, cut > 0 ? cut : MAX_ECHO_CHARS);
}
