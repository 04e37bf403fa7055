import type { Voice } from '../../wire/voices.ts';
import { sampleFor } from '../speak/samples.ts';

/** What a voice says to show itself. */
export function sampleRequest(voice: Voice) {
  return {
    text: sampleFor(voice.lang_code) ?? 'One, two, three.',
    langCode: voice.lang_code,
    voiceId: voice.voice_id,
  };
}
