const MAX_CHARS = 200;

/** What a file is to be called, of the name that its sender gave: no folders, no control characters, not too long. */
export function plainFileName(given: string): string {
  const name = given.replace(/^.*[/\\]/s, '').replace(/\p{C}/gu, '');
  return [...name.trim()].slice(0, MAX_CHARS).join('');
}

/**
 * The name that the restored recording is offered under, as a Content-Disposition (RFC 6266; the second form for names
 * beyond ASCII, RFC 8187).
 */
export function dispositionOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '') || 'recording';
  const name = `${stem}-restored.wav`;
  const plain = name.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
