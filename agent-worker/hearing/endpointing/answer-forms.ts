/** What a caller can be asked for. */
export const ANSWER_FORMS = [
  'phone',
  'card',
  'code',
  'number',
  'spelling',
  'email',
  'address',
  'postcode',
  'list',
] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];
