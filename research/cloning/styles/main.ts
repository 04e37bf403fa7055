/**
 * Measures how the speaker embedding of Kokoro's speech depends on its style, and writes the table that enrolments
 * search: `node scripts/research.mjs cloning/styles SAMPLES [--draw 1700] [--near FOLDER] [--seed 1]`. SAMPLES is
 * a file with one sample per line, to which newly drawn ones are added; then the table is fitted to all of them, in
 * some minutes. A sample takes a CPU second. It needs Kokoro and the speaker encoder. Styles are drawn as mixtures of
 * voices, moved at random and away from the mean; with recordings of people, near the styles that are predicted to
 * sound like them. The table in the repository was fitted to 1706 mixtures and, in two rounds, 760 styles near nine
 * people: the readers 1688, 2033, 3005, 3080 and 533 of LibriSpeech and p225 to p228 of VCTK.
 */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeVoice, STYLE_SPACE } from '../../../cloning/research.ts';
import {
  type BaseSource,
  type KokoroSource,
  LanePool,
  readKokoroFolder,
  renderRendition,
} from '../../../engine/research.ts';
import { kokoroFolder, modelsFolder } from '../../../engine/setup.ts';
import { installedEncoder } from '../../../recordings/research.ts';
import { pick, randomNumbers } from '../../random.ts';
import { divide, listSpeakers, readClip } from '../corpus.ts';
import { GAP_MS } from '../evaluate.ts';
import { joinSounds } from '../sound.ts';
import { type DescribedVoice, drawMixture, drawNear } from './draw.ts';
import { fitStyleSpace, type StyleSample, USUAL } from './fit.ts';
import { TEXTS } from './texts.ts';

const TABLE = path.join(import.meta.dirname, '../../../cloning/enrolment/style-space/style-space.json');
/** A voice is represented by its style for this number of symbols. */
const SYMBOLS = 55;
const STYLE_VALUES = 256;
/** Duration of people's recordings, as much as is enrolled when clones are evaluated. */
const PERSON_SECONDS = 30;

const USAGE =
  'Usage: node scripts/research.mjs cloning/styles SAMPLES [--draw N] [--near FOLDER] [--seed N]\n';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draw: { type: 'string', default: '0' },
    near: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit();
}
const [samplesPath] = positionals;
if (samplesPath === undefined) throw new Error('name the file of samples');
const kokoro = await readKokoroFolder(kokoroFolder());
if (!kokoro) throw new Error('Kokoro is missing; fetch it with: npm run models -- pull kokoro-82m');
const encoderPath = await installedEncoder(modelsFolder());
if (encoderPath === null)
  throw new Error('fetch the speaker encoder with: npm run models -- pull ge2e-speaker-encoder');
const random = randomNumbers(Number(values.seed));
const styles = new Map<string, Float32Array>();
for (const [name, stylePath] of kokoro.stylePaths) {
  const table = new Float32Array(Uint8Array.from(await readFile(stylePath)).buffer);
  const from = (SYMBOLS - 1) * STYLE_VALUES;
  styles.set(name, table.slice(from, from + STYLE_VALUES / 2));
}
const lanes = new LanePool(2);
await lanes.ready();
const pitches: Record<string, number> = {};
for (const name of styles.keys()) {
  const { pitch } = await hear(sourceOf(name), TEXTS[0]!);
  pitches[name] = Math.round(pitch.mean * 10_000) / 10_000;
}
const people = values.near === undefined ? [] : await peopleOf(values.near);
const english = [...styles.keys()].filter((name) => /^[ab]/.test(name));
for (let drawn = 0; drawn < Number(values.draw); drawn++) {
  const { style, sex, f0Hz } = people.length > 0 ? drawNear(people, random) : drawMixture(styles, random);
  const speaker = pick(
    english.filter((name) => name[1] === sex),
    random,
  );
  const pitch = { from: pitches[speaker] ?? Math.log(f0Hz), to: Math.log(f0Hz), slope: 1 };
  const morph = { timbre: style, pitch, equaliser: null, isConverted: false };
  const text = Math.floor(random() * TEXTS.length);
  const heard = await hear({ ...sourceOf(speaker), morph }, TEXTS[text]!);
  const sample: StyleSample = {
    style: [...style],
    f0Hz: Math.exp(heard.pitch.mean),
    embedding: [...heard.embedding],
    text,
  };
  await appendFile(samplesPath, `${JSON.stringify(sample)}\n`);
  process.stderr.write(`\r${drawn + 1} of ${values.draw}`);
}
await lanes.close();
const lines = (await readFile(samplesPath, 'utf8')).split('\n').filter((line) => line !== '');
const samples = lines.map((line) => JSON.parse(line) as StyleSample);
const spectrum = [...STYLE_SPACE.spectrum];
const table = fitStyleSpace([...styles.values()], samples, pitches, spectrum, { ...USUAL, random });
await writeFile(TABLE, `${JSON.stringify(table, null, 2)}\n`);

function sourceOf(name: string): KokoroSource {
  const stylePath = kokoro?.stylePaths.get(name) ?? '';
  return { engine: 'kokoro', modelPath: kokoro?.modelPath ?? '', stylePath, espeakVoice: 'en-us' };
}

async function hear(source: BaseSource, text: string) {
  const options = { signal: new AbortController().signal, speed: 1 };
  const { samples: sound, sampleRate } = await renderRendition(lanes, source, text, 'en', options);
  return describeVoice(sound, sampleRate, encoderPath!);
}

async function peopleOf(folder: string): Promise<DescribedVoice[]> {
  const described: DescribedVoice[] = [];
  for (const { clips } of await listSpeakers(folder, [])) {
    const read = [];
    for (const clip of clips) read.push(await readClip(clip));
    const { enrolled } = divide(read, PERSON_SECONDS, GAP_MS);
    const { sampleRate } = enrolled[0]!;
    const { embedding, pitch } = await describeVoice(
      joinSounds(enrolled, sampleRate, GAP_MS),
      sampleRate,
      encoderPath!,
    );
    described.push({ embedding, pitch: pitch.mean });
  }
  return described;
}
