/**
 * Measures how the speaker embedding of Kokoro's sound follows from its style, and writes the table that enrolments
 * search: `node --import tsx bench/cloning/styles/main.ts [--samples 700] [--seed 1]`. A sample takes a CPU second. It
 * needs Kokoro and the speaker encoder. Styles are drawn as mixtures of voices, moved at random and away from the mean.
 * The table in the repository was made of 567 samples drawn like this, and 120 near styles that were found for three
 * LibriSpeech speakers (1688, 3005, 3080) and mixtures of them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installedEncoder } from '../../../engine/enrolment/style-space/installed-encoder.ts';
import { portrayVoice } from '../../../engine/enrolment/style-space/portrait.ts';
import { STYLE_SPACE } from '../../../engine/enrolment/style-space/style-space.ts';
import { LanePool } from '../../../engine/lanes/pool.ts';
import { readKokoroFolder } from '../../../engine/models/kokoro-folder.ts';
import { kokoroFolder, modelsFolder } from '../../../engine/setup.ts';
import type { BaseSource } from '../../../engine/synthesis/voice-source.ts';
import { renderRendition } from '../../../engine/voices/rendition.ts';
import { randomNumbers } from '../../alignment/sounds.ts';
import { normal } from '../../takes/spoilers.ts';
import { fitStyleSpace, type StyleSample } from './fit.ts';

const TABLE = path.join(import.meta.dirname, '../../../engine/enrolment/style-space/style-space.json');
const TEXT = 'She always thought the boy would join our large ship by noon.';
/** The style for that many symbols stands for a voice. */
const SYMBOLS = 55;
const STYLE_VALUES = 256;
/** Pitch of each sex in Hz. */
const RANGES = { m: [78, 175], f: [130, 265] } as const;

const { values } = parseArgs({
  options: { samples: { type: 'string', default: '700' }, seed: { type: 'string', default: '1' } },
});
const kokoro = await readKokoroFolder(kokoroFolder());
if (!kokoro) throw new Error('Kokoro is missing; fetch it with: npm run models -- pull kokoro-82m');
const random = randomNumbers(Number(values.seed));
const styles = new Map<string, Float32Array>();
for (const [name, stylePath] of kokoro.stylePaths) {
  const table = new Float32Array(Uint8Array.from(await readFile(stylePath)).buffer);
  const from = (SYMBOLS - 1) * STYLE_VALUES;
  styles.set(name, table.slice(from, from + STYLE_VALUES / 2));
}
const voices = [...styles.values()];
const mean = Float32Array.from(
  voices[0] ?? [],
  (_, i) => voices.reduce((sum, v) => sum + v[i]!, 0) / voices.length,
);
const deviation = mean.map((m, i) =>
  Math.sqrt(voices.reduce((sum, v) => sum + (v[i]! - m) ** 2, 0) / voices.length),
);
const lanes = new LanePool(2);
await lanes.ready();

const pitches: Record<string, number> = {};
const samples: StyleSample[] = [];
for (const [name, style] of styles) {
  const heard = await hear(sourceOf(name));
  pitches[name] = heard.pitch.mean;
  samples.push(sampleOf(style, heard));
}
const english = [...styles.keys()].filter((name) => /^[ab]/.test(name));
while (samples.length < Number(values.samples)) {
  const sex = random() < 0.5 ? 'm' : 'f';
  const style = drawn(sex);
  const [low, high] = RANGES[sex];
  const to = Math.log(low) + random() * Math.log(high / low);
  const speaker = pick(english.filter((name) => name[1] === sex));
  const pitch = { from: pitches[speaker] ?? to, to, slope: 1 };
  samples.push(
    sampleOf(
      style,
      await hear({
        ...sourceOf(speaker),
        morph: { timbre: style, pitch, equaliser: null, isConverted: false },
      }),
    ),
  );
  process.stderr.write(`\r${samples.length} of ${values.samples}`);
}
await lanes.close();
const table = fitStyleSpace(voices, samples, pitches, [...STYLE_SPACE.spectrum]);
await writeFile(TABLE, `${JSON.stringify(table, null, 2)}\n`);

function sourceOf(name: string): Extract<BaseSource, { engine: 'kokoro' }> {
  const stylePath = kokoro?.stylePaths.get(name) ?? '';
  return { engine: 'kokoro', modelPath: kokoro?.modelPath ?? '', stylePath, espeakVoice: 'en-us' };
}

async function hear(source: BaseSource) {
  const options = { signal: new AbortController().signal, speed: 1 };
  const { samples: sound, sampleRate } = await renderRendition(lanes, source, TEXT, 'en', options);
  const encoderPath = await installedEncoder(modelsFolder());
  if (encoderPath === null)
    throw new Error('fetch the speaker encoder with: npm run models -- pull ge2e-speaker-encoder');
  return portrayVoice(sound, sampleRate, encoderPath);
}

function sampleOf(style: Float32Array, { pitch, embedding }: Awaited<ReturnType<typeof hear>>): StyleSample {
  return { style: [...style], f0Hz: Math.exp(pitch.mean), embedding: [...embedding] };
}

/** A mixture of one to four voices, mostly of one sex; farther from the mean, and moved at random. */
function drawn(sex: 'm' | 'f'): Float32Array {
  const names = [...styles.keys()];
  const same = names.filter((name) => name[1] === sex);
  const style = new Float32Array(mean.length);
  const parts = Array.from({ length: 1 + Math.floor(4 * random()) }, () => ({
    voice: styles.get(pick(random() < 0.8 ? same : names)) ?? mean,
    weight: -Math.log(1 - random()),
  }));
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const away = 0.9 + 0.4 * random();
  const together = (0.55 * random()) / Math.sqrt(voices.length);
  const alone = 0.3 * random();
  const moves = voices.map(() => together * normal(random));
  for (let i = 0; i < style.length; i++) {
    const mixed = parts.reduce(
      (sum, { voice, weight }) => sum + (weight / total) * (voice[i]! - mean[i]!),
      0,
    );
    const moved = moves.reduce((sum, move, v) => sum + move * (voices[v]![i]! - mean[i]!), 0);
    style[i] = mean[i]! + away * mixed + moved + alone * normal(random) * deviation[i]!;
  }
  return style;
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}
