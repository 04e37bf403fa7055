/**
 * Entry point of a process that measures a recogniser's time for an utterance on this machine. espeak-ng speaks the
 * utterance, which would block the server's main thread.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ESPEAK_SAMPLE_RATE, Espeak } from '../../language/pronunciation/espeak.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { type LocalModel, LocalRecogniser } from './local-recogniser.ts';
import { RECOGNITION_SAMPLE_RATE } from './types.ts';

/** Three seconds of speech at this rate. */
const TEXT = 'I would like to book a table for four people on Friday evening, please.';
const WORDS_PER_MINUTE = 240;
const TIMES = 5;
/** Time after which the recogniser's process has determined how many processors are free. */
const LOOK_MS = 700;

const model = JSON.parse(process.argv[2] ?? '') as LocalModel;
const espeak = await Espeak.load();
const settings = { voice: 'en-us', rate: WORDS_PER_MINUTE, pitch: 50, range: 50 };
const { audio } = espeak.synthesize(TEXT, settings);
const samples = resampleAll(int16ToFloat(audio), ESPEAK_SAMPLE_RATE, RECOGNITION_SAMPLE_RATE);
const recogniser = new LocalRecogniser(model);

/** The first run loads the model and takes longer, and so do runs while other programs keep the machine busy. */
await recogniser.transcribe(samples, { lang: 'en' });
await pause(LOOK_MS);
const delays: number[] = [];
while (delays.length < TIMES) {
  const beganMs = performance.now();
  await recogniser.transcribe(samples, { lang: 'en', isLive: true });
  delays.push(performance.now() - beganMs);
}
process.send?.({ cpuSeconds: recogniser.utteranceCpuSeconds, delayMs: Math.min(...delays) });
await recogniser.close();
process.disconnect?.();
