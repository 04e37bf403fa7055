const MAX_CHARS = 200;

/** Makes a safe file name from the sender's: no folders, no control characters, bounded length. */
export function plainFileName(given: string): string {
  const name = given.replace(/^.*[/\\]/s, '').replace(/\p{C}/gu, '');
  return [...name.trim()].slice(0, MAX_CHARS).join('');
}

/**
 * Returns the Content-Disposition that offers the restored recording under its name (RFC 6266; the second form, for
 * names beyond ASCII, RFC 8187).
 */
export function dispositionOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '') || 'recording';
  const name = `${stem}-restored.wav`;
  const plain = name.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
