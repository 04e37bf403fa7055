/** Languages that models of words are trained for. */
export const TURN_LANGUAGES = ['en', 'es', 'fr'] as const;
export type TurnLanguage = (typeof TURN_LANGUAGES)[number];
