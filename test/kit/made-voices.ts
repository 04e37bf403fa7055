/** Voices as if learned from a take. */
import type { AssistedRequest, EnhancerKind, MadeVoice } from '../../cloning/index.ts';
import { wavLayout } from '../../media/wav.ts';

/** A passage that one enhancer has cleaned. */
export interface Passage {
  readonly enhancer: EnhancerKind;
  /** From 1. */
  readonly sentences: readonly number[];
  readonly score?: number;
}

/** Best first. */
export const PASSAGES: readonly Passage[] = [
  { enhancer: 'external', sentences: [3, 4], score: 0.9 },
  { enhancer: 'own', sentences: [3, 4], score: 0.9 },
  { enhancer: 'external', sentences: [1, 2], score: 0.7 },
  { enhancer: 'external', sentences: [6, 7], score: 0.5 },
];

/** Returns the result of an engine with an external enhancer. */
export function madeOf(request: AssistedRequest, passages: readonly Passage[] = PASSAGES): MadeVoice[] {
  const usable = passages.filter(({ enhancer }) => !request.fast || enhancer === 'own');
  const voices = usable.map((passage) => madeVoice(request, passage));
  return request.candidates ? voices : voices.slice(0, 1);
}

/** A voice whose audio is a text with its recording, its enhancer and its sentences. */
function madeVoice(
  { audio, lang }: AssistedRequest,
  { enhancer, sentences, score = 0.8 }: Passage,
): MadeVoice {
  const text = `Sentences ${sentences.join(' and ')}.`;
  const sound = soundOf(Buffer.from(audio).toString(), { enhancer, sentences });
  const facts = { seconds: 30.5, levelDb: -20 };
  const one = sentences[0] ?? 0;
  return {
    reference: {
      lang,
      transcript: text,
      markers: { slow: [], normal: [{ text, startMs: 0, endMs: 4000 }], fast: [] },
      codes: new TextEncoder().encode(sound),
      report: facts,
    },
    report: {
      enhancer,
      text,
      start_ms: 5000 * one,
      end_ms: 5000 * one + 9000,
      score,
      scores: {
        alignment: 1,
        noise: 1,
        clipping: 1,
        reverberation: 0.9,
        level: 1,
        rate: 0.8,
        pitch: 1,
        cleanness: 1,
        phonemes: 0.5,
      },
      sentences,
      faults: [{ sentence: 9, fault: 'misread', text: 'The ninth.' }],
      sample: facts,
    },
  };
}

/** Returns the audio of such a voice, with an even length, since the bytes are used as 16-bit samples. */
export function soundOf(recording: string, { enhancer, sentences }: Passage): string {
  const sound = `${recording}/${enhancer}/${sentences.join('+')}`;
  return sound.length % 2 === 0 ? sound : `${sound} `;
}

/**
 * Returns the text in a preview.
 * @throws Error when it is not a WAV file that any player accepts
 */
export function heardIn(preview: string | undefined): string {
  const file = Buffer.from(preview ?? '', 'base64');
  const { code, channels, sampleRate, bits, blockAlign, data } = wavLayout(file);
  const format = [code, channels, sampleRate, bits, blockAlign];
  if (format.join() !== '1,1,24000,16,2') throw new Error(`another format: ${format}`);
  // Checked to the byte, because players are stricter than our reader.
  if (file.length !== 44 + data.length || file.readUInt32LE(4) !== file.length - 8)
    throw new Error('wrong sizes');
  if (file.readUInt32LE(40) !== data.length) throw new Error('wrong size of the samples');
  return Buffer.from(data).toString();
}
