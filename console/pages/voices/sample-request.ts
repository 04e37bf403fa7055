import type { Voice } from '../../wire/voices.ts';
import { sampleFor } from '../speak/samples.ts';

/** Returns the request for a sample of a voice. */
export function sampleRequest(voice: Voice) {
  return {
    text: sampleFor(voice.lang_code) ?? 'One, two, three.',
    langCode: voice.lang_code,
    voiceId: voice.voice_id,
  };
}
