import { MARKUP_ERRORS } from '../language/markup/error-table.ts';
import type { ErrorDefinition } from '../media/error-definition.ts';

/** How one of the engine's errors is reported. */
export interface EngineErrorDefinition extends ErrorDefinition {
  /**
   * 400 for a recording, 422 for the request, 429 and 503 for a temporary condition of the server, 500 for a server
   * error.
   */
  readonly status: 400 | 422 | 429 | 500 | 503;
  /** The request field at fault; the API adds its place in the request. */
  readonly field: string;
  /** For clients and metrics: coarser than the kind, and stable. */
  readonly type: string;
  /** When to retry, for 429 and 503; default 1000. */
  readonly retryAfterMs?: number;
}

/** A recording that cannot be learned from or restored. */
const RECORDING = { status: 400, field: 'voice_file' } as const;
/** Learning a voice and transcribing take a few seconds. */
const LEARNING_BUSY = { status: 503, field: 'voice_file', retryAfterMs: 5000 } as const;
const TRANSCRIBING_BUSY = { status: 503, field: 'file', retryAfterMs: 5000 } as const;

/**
 * Every error of a request to the engine, by its kind. Clients match some of these texts, so they must not change.
 */
export const ENGINE_ERRORS = {
  // Speech: languages and voices
  language_unspoken: {
    status: 422,
    field: 'lang_code',
    type: 'language_unsupported',
    text: ({ lang }: { lang: string }) => `No voice speaks the language "${lang}"`,
    remedy: 'Use a language of GET /voices, or install a voice that speaks this one.',
  },
  ipa_key_foreign: {
    status: 422,
    field: 'ipa_key',
    type: 'ipa_key',
    text: ({ ipaKey, lang }: { ipaKey: string; lang: string }) =>
      `\`ipa_key\` "${ipaKey}" is not a variant of "${lang}"`,
    remedy: 'Omit it, or use it with its own language.',
  },
  voice_unknown: {
    status: 422,
    field: 'voice_id',
    type: 'voice_unknown',
    text: 'Provided `voice_id` is invalid',
    remedy: 'Use a `voice_id` from GET /voices.',
  },
  voice_language: {
    status: 422,
    field: 'voice_id',
    type: 'voice_language',
    text: ({ langs, lang }: { langs: string; lang: string }) =>
      `The voice speaks ${langs} and is not available for "${lang}"`,
  },
  cloned_voice_language: {
    status: 422,
    field: 'voice_id',
    type: 'voice_language',
    text: ({ lang }: { lang: string }) => `The voice is not available for "${lang}"`,
    remedy: 'Choose another language, or learn the voice again while a base for it is installed.',
  },
  voice_unreadable: {
    status: 422,
    field: 'voice_id',
    type: 'voice_unreadable',
    text: ({ reason }: { reason: string }) => `Cannot speak: ${reason}`,
    remedy: 'Learn the voice again from a recording.',
  },

  // Speech: markup
  ...MARKUP_ERRORS,
  voice_of_text: {
    status: 422,
    field: 'text',
    type: 'voice_unknown',
    text: ({ id, reason }: { id: string; reason: string }) => `<voice name="${id}">: ${reason}`,
    remedy: 'Name a voice of GET /voices that speaks the language of the request.',
  },
  lang_unknown: {
    status: 422,
    field: 'text',
    type: 'language_unsupported',
    text: ({ lang }: { lang: string }) => `Nothing here reads the language "${lang}"`,
    remedy: 'Name a language that espeak-ng speaks, such as "fr".',
  },
  phoneme_language: {
    status: 422,
    field: 'text',
    type: 'phoneme_language',
    text: ({ lang }: { lang: string }) => `Phoneme tags are not available for language "${lang}"`,
  },
  phoneme_voice: {
    status: 422,
    field: 'text',
    type: 'phoneme_voice',
    text: ({ voice }: { voice: string }) => `The voice ${voice} reads words and cannot read phoneme tags`,
    remedy: 'Leave out the tag, or choose a voice whose engine is not pocket.',
  },
  phoneme_foreign: {
    status: 422,
    field: 'text',
    type: 'phoneme_foreign',
    text: ({ ipa, inventory, faults }: { ipa: string; inventory: string; faults: string }) =>
      `The phonemes of <phoneme:${ipa}> do not belong to ${inventory}: ${faults}`,
    remedy: 'Use the symbols of the language: GET /ipa/inventory lists them.',
  },

  // Speech: the server
  speech_overloaded: {
    status: 429,
    field: 'text',
    type: 'overloaded',
    text: 'The server is already synthesizing as much as it can in real time; try again shortly.',
  },
  speech_closing: {
    status: 503,
    field: 'text',
    type: 'closing',
    text: 'The server is shutting down.',
  },
  synthesis_failed: {
    status: 500,
    field: 'text',
    type: 'synthesis',
    text: 'Speech synthesis failed; details are in the log.',
  },
  synthesis_given_up: {
    status: 500,
    field: 'text',
    type: 'synthesis',
    text: 'Synthesizing this text took far too long and was given up.',
    remedy:
      'An internal error: please report the text. Everything else goes on; text after it can be sent again.',
  },

  // Recordings
  recording_unreadable: {
    ...RECORDING,
    type: 'not_audio',
    text: ({ reason }: { reason: string }) => reason,
  },
  recording_too_long: {
    ...RECORDING,
    type: 'too_long',
    text: ({ reason }: { reason: string }) => reason,
  },
  recording_rate_too_low: {
    ...RECORDING,
    type: 'not_audio',
    text: ({ rate, min }: { rate: number; min: number }) =>
      `The sampling rate of the recording is only ${rate} Hz; at least ${min} Hz are required`,
  },
  decoding_too_slow: {
    ...RECORDING,
    type: 'not_audio',
    text: 'The file could not be decoded in time; convert it to WAV or FLAC and send it again',
  },

  // Learning a voice: the audio
  sample_too_short: {
    ...RECORDING,
    type: 'too_short',
    text: ({ seconds }: { seconds: number }) => `Audio file must be longer than ${seconds} seconds`,
    remedy: 'Send a longer recording; ten seconds of one person are enough.',
  },
  too_little_speech: {
    ...RECORDING,
    type: 'too_short',
    text: ({ spoken, seconds }: { spoken: string; seconds: number }) =>
      `The recording contains only ${spoken} seconds of speech; speak for at least ${seconds} seconds without ` +
      `long pauses`,
  },
  recording_silent: {
    ...RECORDING,
    type: 'silent',
    text: 'The recording is silent; check that the right microphone is selected and not muted',
  },
  recording_clipped: {
    ...RECORDING,
    type: 'clipped',
    text:
      'The recording is distorted because it was too loud; record it again at a lower level or farther from the ' +
      'microphone',
  },
  no_speech: {
    ...RECORDING,
    type: 'not_speech',
    text:
      'No speech was detected in the recording; it must contain one person speaking, without music and with ' +
      'little noise',
  },
  voices_overlap: {
    ...RECORDING,
    type: 'several_speakers',
    text: 'Several people speak at the same time; record one person alone',
  },
  voices_alternate: {
    ...RECORDING,
    type: 'several_speakers',
    text: 'More than one person speaks in the recording; record one person alone',
  },

  // Learning a voice: the words
  transcript_needed: {
    status: 422,
    field: 'transcript',
    type: 'transcript_needed',
    text: ({ lang, command }: { lang: string; command: string | null }) =>
      `Recordings in "${lang}" cannot be transcribed by this server: send the text of the recording as \`transcript\`` +
      (command === null ? '' : `, or have the operator install a recogniser for it: ${command}`),
  },
  transcript_without_words: {
    ...RECORDING,
    type: 'no_words',
    text: 'The transcript contains no words; enter what is said in the recording, or omit it',
  },
  no_words_understood: {
    ...RECORDING,
    type: 'no_words',
    text:
      'No words were recognised in the recording; speak clearly and close to the microphone, or send the text as ' +
      '`transcript`',
  },
  transcript_not_aligned: {
    ...RECORDING,
    type: 'not_aligned',
    text: ({ found }: { found: string }) =>
      'The recording cannot be used as a reference: its words could not be aligned with the transcript, which may ' +
      `be wrong; ${found}. Common causes are background speech, an unclear recording, and numbers that are read ` +
      'differently from how they are written',
  },

  // Learning a voice from a script
  take_too_short: {
    ...RECORDING,
    type: 'too_short',
    text: takeDuration,
  },
  take_too_long: {
    ...RECORDING,
    type: 'too_long',
    text: takeDuration,
  },
  script_not_read: {
    ...RECORDING,
    type: 'not_aligned',
    text: ({ found }: { found: string }) =>
      `The recording cannot be used as a reference: it contains too little of the script; ${found}. Read the whole ` +
      'script once, word for word and without hurrying',
  },
  no_passage: {
    ...RECORDING,
    type: 'not_aligned',
    text:
      'No passage of the recording can be used as a reference: every passage of whole sentences contains a ' +
      'disturbance or is not surrounded by silence. Read the script again in a quiet place, evenly, with a short ' +
      'pause after each sentence',
  },
  script_too_long: {
    status: 422,
    field: 'script',
    type: 'no_words',
    text: ({ characters, max }: { characters: number; max: number }) =>
      `The script has ${characters} characters; it may have ${max}, about two minutes of speech`,
  },
  script_without_words: {
    status: 422,
    field: 'script',
    type: 'no_words',
    text: 'The script contains no words; enter what is read in the recording, or omit it to use the built-in one',
  },
  script_of_one_sentence: {
    status: 422,
    field: 'script',
    type: 'no_words',
    text:
      'The script is a single sentence; write at least two, each ending with a full stop or another punctuation ' +
      'mark, so that the best of them can be chosen',
  },

  // Learning a voice: the server
  enrolments_busy: {
    ...LEARNING_BUSY,
    type: 'busy',
    text: 'Too many voices are being learned at the moment; try again in a few seconds',
  },
  enrolment_recogniser_busy: {
    ...LEARNING_BUSY,
    type: 'busy',
    text: 'Recordings cannot be transcribed at the moment; try again later, or send the text as `transcript`',
  },
  enrolment_timed_out: {
    ...LEARNING_BUSY,
    type: 'timed_out',
    text: 'Learning the voice took too long; try again later',
  },
  enrolment_closing: {
    ...LEARNING_BUSY,
    type: 'busy',
    text: 'The server is shutting down',
  },

  // Transcribing a file
  transcription_unreadable: {
    status: 422,
    field: 'file',
    type: 'not_audio',
    text: ({ reason }: { reason: string }) => reason,
  },
  transcription_too_long: {
    status: 422,
    field: 'file',
    type: 'too_long',
    text: ({ reason }: { reason: string }) => reason,
    remedy: 'Send it in parts.',
  },
  transcription_language: {
    status: 422,
    field: 'language',
    type: 'language_unsupported',
    text: ({ lang, command }: { lang: string; command: string | null }) =>
      `Speech in "${lang}" cannot be recognised by this server unless STT_BASE_URL names a recogniser that can` +
      (command === null ? '' : `, or the operator installs one: ${command}`),
  },
  no_recogniser: {
    ...TRANSCRIBING_BUSY,
    type: 'unavailable',
    text: 'This server has no recogniser: its model is not installed, or the CPU cannot run it',
    remedy: 'The operator installs the model, or sets STT_BASE_URL.',
  },
  no_translator: {
    ...TRANSCRIBING_BUSY,
    type: 'unavailable',
    text: ({ model }: { model: string }) =>
      'This server has no recogniser that translates. Its operator installs one: ' +
      `npm run models -- pull ${model}. One at STT_BASE_URL is not used for that`,
  },
  no_speaker_encoder: {
    ...TRANSCRIBING_BUSY,
    type: 'unavailable',
    text: ({ model }: { model: string }) =>
      `This server cannot tell voices apart. Its operator installs what it needs: npm run models -- pull ${model}`,
  },
  transcription_unavailable: {
    ...TRANSCRIBING_BUSY,
    type: 'unavailable',
    text: 'Recordings cannot be transcribed at the moment; try again later',
  },
  transcription_busy: {
    ...TRANSCRIBING_BUSY,
    type: 'busy',
    text: 'Recordings cannot be transcribed at the moment; try again later',
  },
  transcription_decoding_too_slow: {
    ...TRANSCRIBING_BUSY,
    type: 'busy',
    text: 'The file could not be decoded in time; try again later, or send it as WAV or FLAC',
  },
  transcription_closing: {
    ...TRANSCRIBING_BUSY,
    type: 'busy',
    text: 'The server is shutting down',
  },
} as const satisfies Record<string, EngineErrorDefinition>;

function takeDuration({ seconds, min, max }: { seconds: string; min: number; max: number }): string {
  return `The recording lasts ${seconds} seconds; read the whole script in one take of ${min} to ${max} seconds`;
}
