/**
 * Marks in the text of an answer that everything before it was not meant to be spoken. No model writes this control
 * character.
 */
export const WITHDRAWN = '\u0018';
