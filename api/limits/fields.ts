/** Maximum lengths of common fields, in UTF-16 code units. */

export const MAX_VOICE_ID_CHARS = 64;

/** A BCP 47 code such as "en" or "pt-BR"; RFC 5646 section 4.4.1 requires room for 35 characters. */
export const MAX_LANG_CODE_CHARS = 35;

/** In code points, as users count characters. */
export const MAX_VOICE_NAME_CHARS = 200;
export const MAX_VOICE_TAG_CHARS = 100;
export const MAX_VOICE_TAGS = 50;
