const MAX_CHARS = 48;

/**
 * The name of a file, without its ending, by what is said in it and who says it: `good-morning-the-ferry-heart`.
 * Letters of all scripts stay; what file systems do not take does not.
 */
export function soundName(text: string, voice: string): string {
  const words = plain(text.replace(/<[^>]*>/g, ' '));
  let said = '';
  for (const word of words) {
    if (said.length + word.length >= MAX_CHARS) break;
    said += said === '' ? word : `-${word}`;
  }
  return [said, ...plain(voice)].filter(Boolean).join('-') || 'speech';
}

const plain = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
