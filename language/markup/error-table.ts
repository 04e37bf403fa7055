import type { ErrorDefinition } from '../../media/error-definition.ts';

/** Markup that its author cannot have meant; the location in the text is added. */
const MARKUP = { status: 422, field: 'text', type: 'markup' } as const;

/** Every error of markup, by its kind. Clients match some of these texts, so they must not change. */
export const MARKUP_ERRORS = {
  pauses_too_long: {
    ...MARKUP,
    text: ({ seconds }: { seconds: number }) => `Pauses add up to more than ${seconds} s`,
  },
  phoneme_end_alone: {
    ...MARKUP,
    text: '"</phoneme>" has no opening tag (phoneme tags cannot be nested)',
  },
  pause_unclosed: {
    ...MARKUP,
    text: 'The pause tag is not closed with ">"',
  },
  pause_malformed: {
    ...MARKUP,
    text: 'A pause must be written like "<pause:500ms>" or "<pause:2s>"',
  },
  break_malformed: {
    ...MARKUP,
    text: 'A break must be written like <break time="500ms"/>',
  },
  duration_malformed: {
    ...MARKUP,
    text: 'The length of a pause needs a number and "ms" or "s"',
  },
  duration_out_of_range: {
    ...MARKUP,
    text: ({ minMs, maxSeconds }: { minMs: number; maxSeconds: number }) =>
      `A pause lasts from ${minMs} ms to ${maxSeconds} s`,
  },
  phoneme_unclosed: {
    ...MARKUP,
    text: 'The phoneme tag is not closed with ">"',
  },
  phoneme_too_long: {
    ...MARKUP,
    text: ({ max }: { max: number }) => `A phoneme tag must not be longer than ${max} characters`,
  },
  phoneme_malformed: {
    ...MARKUP,
    text: 'A phoneme tag must be written like "<phoneme:ˈhɛloʊ>"',
  },
  phoneme_around_words: {
    ...MARKUP,
    text: 'A phoneme tag encloses one word; tag each word separately',
  },
  phoneme_around_markup: {
    ...MARKUP,
    text: 'A phoneme tag encloses a word, not other markup',
  },
  transcription_delimiters: {
    ...MARKUP,
    text: 'The delimiters around the transcription do not match',
    remedy: 'Write /…/, […] or none.',
  },
  transcription_missing: {
    ...MARKUP,
    text: 'There is no transcription',
  },
  transcription_of_words: {
    ...MARKUP,
    text: 'A transcription is one word and must not contain spaces',
  },
  phoneme_alphabet: {
    ...MARKUP,
    text: ({ alphabet }: { alphabet: string }) => `Phonemes are written in "ipa", not in "${alphabet}"`,
  },
  element_unclosed: {
    ...MARKUP,
    text: ({ name }: { name: string }) => `The ${name} tag is not closed with ">"`,
  },
  element_malformed: {
    ...MARKUP,
    text: ({ name, form }: { name: string; form: string }) =>
      `A ${name} tag must be written like ${form}, with values that SSML has`,
  },
  element_open: {
    ...MARKUP,
    text: ({ name, max }: { name: string; max: number }) =>
      `"</${name}>" must follow <${name}> within ${max} characters`,
  },
  element_around_markup: {
    ...MARKUP,
    text: ({ name }: { name: string }) => `<${name}> encloses text, not other markup`,
  },
  elements_too_deep: {
    ...MARKUP,
    text: ({ max }: { max: number }) => `More than ${max} elements are open at once`,
  },
  element_refused: {
    ...MARKUP,
    text: ({ name }: { name: string }) => `<${name}> is not supported`,
  },
} as const satisfies Record<string, ErrorDefinition>;

export type MarkupErrorKind = keyof typeof MARKUP_ERRORS;
