/**
 * A text for XML and HTML, in elements and in attributes. XML 1.0 allows no control characters, not even escaped ones.
 */
export function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
