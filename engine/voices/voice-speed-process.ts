/**
 * Entry point of a process that measures what a second of a voice's sound costs on this machine. A process and not a
 * lane: its CPU time can be measured, it delays no speech, and its memory is freed.
 */
import { setPriority } from 'node:os';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import { prepare } from '../lanes/prepare.ts';
import type { PrepareRequest } from '../lanes/protocol.ts';
import { Synthesizers } from '../lanes/synthesizers.ts';
import { windowEnd } from '../speech/windows.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';

/** About three seconds of speech. */
const TEXT = 'The quick brown fox jumps over the lazy dog and runs away.';
const TIMES = 4;
/** Everything else on the machine has a higher priority. */
const NICENESS = 10;

setPriority(NICENESS);
const voice = JSON.parse(process.argv[2] ?? '') as BaseSource;
const espeak = await Espeak.load();
const synthesizer = await new Synthesizers(espeak, { boost: false }).get(voice);
const request: PrepareRequest = {
  kind: 'prepare',
  voice,
  lang: 'en',
  ipaKey: null,
  source: TEXT,
  segments: [{ kind: 'text', text: TEXT, span: { start: 0, end: TEXT.length } }],
  ending: '.',
  controls: { speed: 1, temperature: null, topK: null, seed: 1 },
  urgent: false,
};

/** Speaks as a lane does for a single listener. @returns seconds of sound */
async function speak(): Promise<number> {
  const phrase = await prepare(request, synthesizer, espeak, false);
  if (!phrase.state) throw new Error('there was nothing to speak');
  let previous = 0;
  for (let from = 0; from < phrase.frames; from += previous) {
    const end = windowEnd(phrase, from, previous, 'one', 0);
    await synthesizer.render(phrase.state, from, end, false);
    previous = end - from;
  }
  return (phrase.frames * phrase.frameSamples) / phrase.sampleRate;
}

/** @returns CPU seconds of one core for a second of sound */
async function costOf(): Promise<number> {
  const before = process.cpuUsage();
  const seconds = await speak();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / seconds;
}

// The first time takes longer, since memory is allocated and code compiled; so do later runs while other programs keep
// the machine busy.
const costs: number[] = [];
while (costs.length < TIMES) costs.push(await costOf());
process.send?.({ cores: Math.min(...costs) });
process.disconnect?.();
