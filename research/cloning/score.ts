/**
 * Scores finished recordings against a speaker's own: `node scripts/research.mjs cloning/score --ref a.wav,b.wav
 * [--texts file.txt] [--no-quality] out1.wav out2.wav...` prints a JSON line for each file and one for the mean. Line n
 * of the texts is the text of file n; without texts no word errors are counted. `simJoined` is the similarity of all
 * files as one recording. Quality takes the longest; `--no-quality` omits it.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { wordErrors } from '../../engine/research.ts';
import { similarity } from '../../recordings/research.ts';
import { QualityPredictor } from './metrics/dnsmos.ts';
import { loadSpeakerEncoder } from './metrics/models.ts';
import { Transcriber } from './metrics/transcriber.ts';
import { atRatedLevel, joinSounds, readMonoWav, type Sound } from './sound.ts';

const USAGE = 'Usage: score --ref FILE.wav[,FILE.wav...] [--texts FILE.txt] [--no-quality] FILE.wav...\n';
const RATE = 16_000;

const { values, positionals } = parseArgs({
  options: {
    ref: { type: 'string' },
    texts: { type: 'string' },
    'no-quality': { type: 'boolean' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit();
}
if (values.ref === undefined || positionals.length === 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const texts =
  values.texts === undefined ? null : (await readFile(values.texts, 'utf8')).trimEnd().split('\n');
if (texts && texts.length !== positionals.length) {
  process.stderr.write(`${texts.length} lines of text for ${positionals.length} files\n`);
  process.exit(2);
}
const [encoder, predictor, transcriber] = await Promise.all([
  loadSpeakerEncoder(),
  values['no-quality'] ? null : QualityPredictor.load(),
  texts && Transcriber.load(),
]);

const read = async (path: string) => readMonoWav(await readFile(path));
const embed = (sounds: readonly Sound[]) => encoder.embed(joinSounds(sounds, RATE, 0), RATE);
const speaker = await embed(await Promise.all(values.ref.split(',').map(read)));
const sounds: Sound[] = [];
const lines: Record<string, number | null>[] = [];
let errors = 0;
let words = 0;
for (const [index, file] of positionals.entries()) {
  const sound = await read(file);
  sounds.push(sound);
  const sim = similarity(await embed([sound]), speaker);
  const quality = (await predictor?.rate(atRatedLevel(sound).samples, sound.sampleRate)) ?? null;
  const heard = (await transcriber?.transcribe(sound.samples, sound.sampleRate)) ?? null;
  const missed = heard === null ? null : wordErrors(texts?.[index] ?? '', heard);
  errors += missed?.errors ?? 0;
  words += missed?.words ?? 0;
  const figures = { sim, wer: missed && missed.errors / missed.words, ...quality };
  lines.push(figures);
  print({ file, ...figures, heard });
}
const mean = (key: string) => lines.reduce((sum, line) => sum + (line[key] ?? 0), 0) / lines.length;
print({
  mean: lines.length,
  sim: mean('sim'),
  simJoined: similarity(await embed(sounds), speaker),
  wer: texts && errors / words,
  ...(predictor && { sig: mean('sig'), bak: mean('bak'), ovrl: mean('ovrl') }),
});
await transcriber?.close();

function print(line: Readonly<Record<string, unknown>>): void {
  const rounded = Object.entries(line).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
  ]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(rounded))}\n`);
}
