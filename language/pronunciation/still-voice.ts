/** Suffix of the names of espeak's variants without random fluctuation. */
export const STILL = 'still';

/**
 * The same voice without random fluctuation, which always says a text in the same way.
 * @param voice as in `EspeakSettings`
 */
export const stillVoice = (voice: string): string => `${voice}${voice.includes('+') ? '-' : '+'}${STILL}`;
