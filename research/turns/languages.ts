/** Languages that models of words are trained for. */
export const TURN_LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type TurnLanguage = (typeof TURN_LANGUAGES)[number];

/** The languages with a model of clauses. */
export const CLAUSE_LANGUAGES = ['en'] as const satisfies readonly TurnLanguage[];
export type ClauseLanguage = (typeof CLAUSE_LANGUAGES)[number];
