/** In the text of an answer: what came before it was not meant to be said. No model writes this control character. */
export const WITHDRAWN = '\u0018';
