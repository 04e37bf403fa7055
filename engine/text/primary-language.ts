/** The language of a tag, without its region (RFC 5646 section 2.1): "pt" of "pt-BR" and of "pt_br". */
export function primaryLanguage(lang: string): string {
  return lang.toLowerCase().split(/[-_]/)[0] ?? '';
}
