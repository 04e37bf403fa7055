/**
 * Scores finished recordings against a speaker's own:
 * `node --import tsx bench/cloning/score.ts --ref a.wav,b.wav [--texts file.txt] [--no-quality] out1.wav out2.wav...`
 * prints a JSON line for each file and one for the mean. Line n of the texts is what file n says; without texts no words
 * are counted. Quality takes the longest; `--no-quality` leaves it out.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { wordErrors } from '../../engine/recognition/wer.ts';
import { QualityPredictor } from './metrics/dnsmos.ts';
import { SpeakerEncoder, similarity } from './metrics/speaker-encoder.ts';
import { Transcriber } from './metrics/transcriber.ts';
import { join, readMonoWav } from './sound.ts';

const USAGE = 'Usage: score --ref FILE.wav[,FILE.wav...] [--texts FILE.txt] [--no-quality] FILE.wav...\n';

const { values, positionals } = parseArgs({
  options: { ref: { type: 'string' }, texts: { type: 'string' }, 'no-quality': { type: 'boolean' } },
  allowPositionals: true,
});
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
  SpeakerEncoder.load(),
  values['no-quality'] ? null : QualityPredictor.load(),
  texts && Transcriber.load(),
]);

const read = async (path: string) => readMonoWav(await readFile(path));
const references = await Promise.all(values.ref.split(',').map(read));
const speaker = await encoder.embed(join(references, 16_000, 0), 16_000);
const NO_QUALITY = { sig: NaN, bak: NaN, ovrl: NaN };
const sums = { sim: 0, ovrl: 0, sig: 0, bak: 0, errors: 0, words: 0 };
for (const [index, file] of positionals.entries()) {
  const { samples, sampleRate } = await read(file);
  const sim = similarity(await encoder.embed(samples, sampleRate), speaker);
  const quality = (await predictor?.rate(samples, sampleRate)) ?? NO_QUALITY;
  const heard = transcriber?.transcribe(samples, sampleRate) ?? null;
  const words = heard === null ? null : wordErrors(texts?.[index] ?? '', heard);
  sums.sim += sim;
  sums.ovrl += quality.ovrl;
  sums.sig += quality.sig;
  sums.bak += quality.bak;
  sums.errors += words?.errors ?? 0;
  sums.words += words?.words ?? 0;
  print({ file, sim, wer: words && words.errors / words.words, ...quality, heard });
}
const count = positionals.length;
print({
  mean: count,
  sim: sums.sim / count,
  wer: texts && sums.errors / sums.words,
  ovrl: sums.ovrl / count,
  sig: sums.sig / count,
  bak: sums.bak / count,
});

function print(line: Readonly<Record<string, unknown>>): void {
  const rounded = Object.entries(line).map(([key, value]) => [
    key,
    typeof value === 'number' && !Number.isNaN(value) ? Math.round(value * 1000) / 1000 : value,
  ]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(rounded))}\n`);
}
