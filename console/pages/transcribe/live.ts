import { batch, signal } from '@preact/signals';
import type { Listener } from '../../audio/recording.ts';
import { LiveTranscription } from '../../wire/live-transcription.ts';
import { langCode, prompt, take, transcript } from './work.ts';

/** Transcript of the microphone, by utterance; null before the first recording. */
export const liveWords = signal<ReadonlyMap<string, string> | null>(null);
/** Whether more transcripts may come. */
export const isListening = signal(false);
/** Whether they stopped too early. */
export const isLost = signal(false);

let session: LiveTranscription | null = null;

function write(id: string, text: string): void {
  liveWords.value = new Map([...(liveWords.value ?? []), [id, text]]);
}

/** Transcribes words while they are recorded. */
export const liveListener: Listener = {
  began(rateHz) {
    session?.close();
    batch(() => {
      liveWords.value = new Map();
      isListening.value = true;
      isLost.value = false;
      transcript.value = null;
    });
    session = new LiveTranscription({
      rateHz,
      langCode: langCode.value,
      prompt: prompt.value.trim(),
      onWords: (id, words) => write(id, (liveWords.value?.get(id) ?? '') + words),
      onText: (id, text) => write(id, text),
      onClosed: (isFault) =>
        batch(() => {
          isListening.value = false;
          isLost.value = isFault;
        }),
    });
  },
  heard: (samples) => session?.hear(samples),
  ended: (isKept) => (isKept ? session?.finish() : session?.close()),
};

/** A recording from another source replaces the microphone's transcript. */
export function takeFile(file: File): void {
  session?.close();
  liveWords.value = null;
  take(file);
}
