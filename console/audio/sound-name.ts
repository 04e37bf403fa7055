const MAX_CHARS = 48;

/**
 * Makes a file name without its extension, from the text and the voice: `good-morning-the-ferry-heart`. Letters of all
 * scripts are kept; characters that file systems do not accept are removed.
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
