/** The built-in English voice that clients of this wire format ask for unless told otherwise. */
export const DEFAULT_VOICE_ID = '8e9c4bc8-3979-48ab-8626-df53befc2090';
