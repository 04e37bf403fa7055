/** Forms of answers that a caller can be asked for. */
import type { RecogniseOptions } from '../../../engine/index.ts';

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

/** Form of dictation for the recogniser, by form of answer. */
export const DICTATIONS: Readonly<Record<AnswerForm, NonNullable<RecogniseOptions['dictation']>>> = {
  phone: 'digits',
  card: 'digits',
  code: 'code',
  number: 'code',
  spelling: 'letters',
  email: 'email',
  address: 'any',
  postcode: 'code',
  list: 'any',
};
