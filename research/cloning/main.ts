/** Entry of `npm run eval:cloning`: similarity, intelligibility and quality of cloned voices. */
import { join } from 'node:path';
import { UsageError } from '../../bench/arguments.ts';
import { describeMachine } from '../../bench/report/machine.ts';
import { toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import { createCloning } from '../../cloning/research.ts';
import { createEngine, type Engine, type StartedEngine, type Voice } from '../../engine/index.ts';
import { createRecogniser, kokoroFolder, modelsFolder, piperFolders } from '../../engine/setup.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import { runEvaluation, say, write, writePage } from '../evaluation.ts';
import { listSpeakers } from './corpus.ts';
import { evaluateSpeaker, type SpeakerResult, speakAll } from './evaluate.ts';
import { Judges } from './judges.ts';
import { type CloningOptions, parseOptions, USAGE } from './options.ts';
import { cloningTable, type Evaluation, enrolmentLines } from './report.ts';
import { SENTENCES } from './sentences.ts';
import type { Sound } from './sound.ts';
import { measureTimes, timesTable } from './times.ts';

async function startEngine(): Promise<StartedEngine> {
  return createEngine({
    voiceFolders: { vits: piperFolders(), kokoro: [kokoroFolder()] },
    modelsFolder: modelsFolder(),
    recogniser: await createRecogniser({ remote: null, warn: say }),
    warn: (message, fields) => say(`${message} ${JSON.stringify(fields)}`),
  });
}

async function measure({ corpus, speakers, seconds }: CloningOptions, signal: AbortSignal): Promise<void> {
  const engine = await startEngine();
  const cloning = createCloning(engine);
  try {
    const times = await measureTimes(cloning, await listSpeakers(corpus, speakers), seconds, signal);
    process.stdout.write(`${toText(timesTable(times))}\n`);
  } finally {
    await cloning.close();
    await engine.close();
  }
}

async function evaluate(options: CloningOptions, signal: AbortSignal): Promise<Evaluation> {
  const speakers = await listSpeakers(options.corpus, options.speakers);
  const judges = await Judges.load();
  const engine = await startEngine();
  const cloning = createCloning(engine);
  try {
    const sentences = SENTENCES.slice(0, options.sentences);
    const keep = async (name: string, { samples, sampleRate }: Sound) => {
      if (options.keep === null) return;
      const wav = wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples));
      await write(join(options.keep, `${name}.wav`), wav);
    };
    const voice = baseVoice(engine, options.voice);
    const base = await speakAll(engine, sentences, { voiceId: voice.id, signal });
    for (const [i, sound] of base.entries()) await keep(`base-${i + 1}`, sound);
    const results: SpeakerResult[] = [];
    for (const speaker of speakers) {
      say(`${speaker.name} (${results.length + 1} of ${speakers.length})`);
      const { seconds: maxSeconds, transcripts } = options;
      results.push(
        await evaluateSpeaker(speaker, {
          engine,
          cloning,
          judges,
          sentences,
          base,
          maxSeconds,
          transcripts,
          signal,
          keep,
        }),
      );
    }
    return {
      date: new Date().toISOString(),
      baseVoice: voice.name,
      sentences,
      maxSeconds: options.seconds,
      transcripts: options.transcripts,
      results,
    };
  } finally {
    await cloning.close();
    await Promise.all([engine.close(), judges.close()]);
  }
}

/** @throws UsageError when no voice has the id or name */
function baseVoice(engine: Engine, wanted: string | null): Voice {
  const voices = engine.voices();
  const voice = wanted
    ? voices.find(({ id, name }) => id === wanted || name === wanted)
    : voices.find(({ langs }) => langs.includes('en'));
  if (voice) return voice;
  throw new UsageError(`there is no voice ${wanted}; known: ${voices.map(({ name }) => name).join(', ')}`);
}

function pageOf(evaluation: Evaluation): string {
  const { date, maxSeconds, transcripts, sentences } = evaluation;
  const lines = enrolmentLines(evaluation);
  return [
    '# Cloned voices: similarity, intelligibility, quality',
    '',
    'Every speaker is enrolled with some of their clips and compared with the rest; all voices say the same ' +
      'sentences. `npm run eval:cloning -- FOLDER --write` measures again and writes this page. The recordings are ' +
      'not part of the project.',
    '',
    `- Measured: ${date.slice(0, 10)}, up to ${maxSeconds} s of each speaker, ` +
      `${transcripts ? 'with' : 'without'} transcripts`,
    ...machineLines(describeMachine(null, null)),
    '',
    toMarkdown(cloningTable(evaluation)),
    ...(lines.length > 0 ? ['## Enrolment reports', '', ...lines, ''] : []),
    '## Sentences',
    '',
    ...sentences.map((sentence, i) => `${i + 1}. ${sentence}`),
    '',
  ].join('\n');
}

await runEvaluation({
  usage: USAGE,
  parse: parseOptions,
  run: async (options, signal) => {
    if (options.times) return measure(options, signal);
    const evaluation = await evaluate(options, signal);
    process.stdout.write(`${toText(cloningTable(evaluation))}\n`);
    if (options.json !== null) await write(options.json, `${JSON.stringify(evaluation, null, 2)}\n`);
    if (options.page !== null) await writePage(options.page, pageOf(evaluation));
  },
});
