/** At the end of the names of espeak's variants in which nothing wavers by chance. */
export const STILL = 'still';

/** The same voice in a form that always says a text in the same way. @param voice as in `EspeakSettings` */
export const stillVoice = (voice: string): string => `${voice}${voice.includes('+') ? '-' : '+'}${STILL}`;
