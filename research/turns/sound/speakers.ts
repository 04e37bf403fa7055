/** Voices of two synthesizers that say the sentences. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { align, espeakSource, kokoroEntries, readKokoroFolder } from '../../../engine/research.ts';
import { kokoroFolder } from '../../../engine/setup.ts';
import { readWav } from '../../../media/wav.ts';
import type { Renderer } from '../../alignment/renderer.ts';
import { FITTED_VOICES, JUDGED_VOICES, type Spoken } from '../../endpointing/callers.ts';

export interface Speaker {
  readonly name: string;
  /** @param speed relative to normal speech */
  readonly speak: (text: string, speed: number) => Promise<Spoken>;
}

/** hibari's voice was distilled from this one. */
const HEART = 'af_heart';
/** Voices of flite that were built from recordings of sentences, and their mean pitch in Hz. */
const FLITE: Readonly<Record<string, number>> = { slt: 175, rms: 95, awb: 120 };
/** Range of the factor of their pitch. */
const PITCH = { least: 0.85, most: 1.15 };

/** Kokoro's English voices that neither judge nor fit the weights of endpointing. */
export async function kokoroSpeakers(renderer: Renderer): Promise<Speaker[]> {
  const kokoro = await readKokoroFolder(kokoroFolder());
  const others = new Set([HEART, ...FITTED_VOICES.en, ...JUDGED_VOICES.en].map((name) => `kokoro-${name}`));
  if (kokoro === null) return [];
  return kokoroEntries(kokoro)
    .filter(({ voice: { id } }) => /^kokoro-[ab][fm]_/u.test(id) && !others.has(id))
    .map(({ voice, source }) => ({
      name: voice.id,
      speak: (text, speed) => renderer.speak(source, text, { lang: 'en', speed }),
    }));
}

/** flite's voices (the program `flite`); forced alignment finds their words. */
export function fliteSpeakers(renderer: Renderer, random: () => number): Speaker[] {
  return Object.entries(FLITE).map(([voice, pitch]) => ({
    name: `flite-${voice}`,
    speak: async (text, speed) => {
      const folder = await mkdtemp(join(tmpdir(), 'flite-'));
      const file = join(folder, 'speech.wav');
      try {
        const hz = pitch * (PITCH.least + random() * (PITCH.most - PITCH.least));
        await promisify(execFile)('flite', [
          ...[
            '-voice',
            voice,
            '--setf',
            `duration_stretch=${1 / speed}`,
            '--setf',
            `int_f0_target_mean=${hz}`,
          ],
          ...['-t', text, '-o', file],
        ]);
        const { channels, sampleRate } = readWav(await readFile(file));
        const samples = channels[0]!;
        const rendition = await renderer.speak(espeakSource('en-us'), text);
        const words = align(rendition, samples, sampleRate).words.map(({ startMs, endMs }) => ({
          startSamples: (startMs * sampleRate) / 1000,
          endSamples: (endMs * sampleRate) / 1000,
        }));
        return { samples, sampleRate, words };
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  }));
}
