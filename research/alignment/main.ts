/** Entry of `npm run eval:alignment [-- DIR...]`: accuracy of word times, and detection of wrong transcripts. */
import { existsSync } from 'node:fs';
import { MIN_SAMPLE_SECONDS } from '../../cloning/research.ts';
import {
  type EspeakSource,
  espeakSource,
  JOE_VOICE,
  MIN_CONFIDENCE,
  type VitsSource,
} from '../../engine/research.ts';
import { createRecogniser, ModelStore } from '../../engine/setup.ts';
import { parseFolders, runEvaluation } from '../evaluation.ts';
import { type AccuracyFigures, measureAccuracy } from './accuracy.ts';
import { readCorpus } from './corpus.ts';
import { crossValidate } from './cross-validation.ts';
import { figuresOf, judgeClips, judgeGenerated, judgeSpeechless, type Verdict } from './decisions.ts';
import { EvidenceCollector } from './evidence-collector.ts';
import { Renderer } from './renderer.ts';
import { judgeTakes, type TakeFigures } from './take-decisions.ts';
import { generatedMaterials, peopleMaterials } from './take-materials.ts';

const USAGE = `Usage: npm run eval:alignment -- [FOLDER...]

Measures the accuracy of word times on generated speech, and how well wrong transcripts are detected; also on people.

  FOLDER   recordings of people as for eval:cloning
  --help   shows this
`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function accuracyTable(figures: readonly AccuracyFigures[]): void {
  say('| Recording | Words | Start: median | 95 % | Bias | End: median | 95 % | Least confidence |');
  say('|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const f of figures) {
    const ms = [f.startMedian, f.startP95, f.startBias, f.endMedian, f.endP95].map((x) => x.toFixed(0));
    say(`| ${f.name} | ${f.words} | ${ms.join(' | ')} | ${f.leastConfidence.toFixed(2)} |`);
  }
}

function decisionTable(title: string, verdicts: readonly Verdict[]): void {
  say(
    `\n| ${title} | Trials | Aligned | Accepted | Asked | Confidence: 5 % | Median | 95 % | Misheard: 5 % | Median ` +
      '| 95 % |',
  );
  say(`|---|${'--:|'.repeat(10)}`);
  for (const f of figuresOf(verdicts)) {
    const confidence = f.confidence.map((x) => x.toFixed(2));
    const misheard = f.errorRate.map((x) => `${(100 * x).toFixed(0)} %`);
    say(`| ${[f.name, f.count, f.aligned, f.accepted, f.asked, ...confidence, ...misheard].join(' | ')} |`);
  }
}

function takeTable(title: string, figures: readonly TakeFigures[]): void {
  const columns =
    'Takes | Right | Clean | False alarms | Faulty | Missed | Repeated | Found | Extraneous | Found | Invented';
  say(`\n| ${title} | ${columns} |`);
  say(`|---|${'--:|'.repeat(11)}`);
  for (const f of figures) {
    const lines = [f.takes, f.right, f.clean, f.falseAlarms, f.faulty, f.missed, f.repeated, f.repeatedFound];
    say(`| ${[f.mishap, ...lines, f.extraneous, f.extraneousFound, f.extraneousInvented].join(' | ')} |`);
  }
  const sum = (of: (figures: TakeFigures) => number): number => figures.reduce((all, f) => all + of(f), 0);
  const msPerSecond = sum(({ cpuMs }) => cpuMs) / sum(({ seconds }) => seconds);
  say(`\nProcessor time: ${msPerSecond.toFixed(0)} ms for each second of the takes.`);
}

async function standardVoice(): Promise<VitsSource | EspeakSource> {
  const paths = new ModelStore().paths(JOE_VOICE);
  const modelPath = paths.get(`${JOE_VOICE}.onnx`) ?? '';
  const configPath = paths.get(`${JOE_VOICE}.onnx.json`) ?? '';
  if (existsSync(modelPath)) return { engine: 'vits', modelPath, configPath, speaker: 0 };
  say(`${JOE_VOICE} is not installed: the built-in synthesizer speaks the renditions instead.\n`);
  return espeakSource('en-us');
}

/** @param folders of recordings of people, with transcripts */
async function evaluate(folders: readonly string[]): Promise<void> {
  const began = performance.now();
  const renderer = new Renderer();
  const standard = await standardVoice();
  const espeak = espeakSource('en-us');
  const voices = standard.engine === 'espeak' ? [espeak] : [standard, espeak];
  const recogniser = await createRecogniser({ remote: null, warn: (message) => say(`${message}\n`) });
  const collector = new EvidenceCollector(renderer, voices, recogniser);
  try {
    const { conditions, all, msPerSecond } = await measureAccuracy(renderer, standard);
    accuracyTable([...conditions, all]);
    say(
      `\nTimes in milliseconds. Processor time: ${msPerSecond.toFixed(0)} ms for each second of recording.`,
    );
    say(
      `Aligned is what reaches a confidence of ${MIN_CONFIDENCE}; accepted, what the recogniser then does not deny.`,
    );
    decisionTable('Generated speech', await judgeGenerated(collector, renderer, standard));
    decisionTable('No speech', await judgeSpeechless(collector));
    takeTable(
      'Takes, generated',
      await judgeTakes(renderer, standard, await generatedMaterials(renderer, standard)),
    );
    for (const folder of folders) {
      const corpus = await readCorpus(folder);
      const english = corpus.filter(({ lang }) => lang === 'en');
      if (english.length > 0) {
        takeTable('Takes of people', await judgeTakes(renderer, standard, peopleMaterials(english)));
      }
      // Shorter samples are refused before the transcript is considered.
      const clips = corpus.filter(
        ({ samples, sampleRate }) => samples.length / sampleRate >= MIN_SAMPLE_SECONDS,
      );
      const verdicts = await judgeClips(collector, clips);
      decisionTable(`People, from ${MIN_SAMPLE_SECONDS} s on`, verdicts);
      if (recogniser.supports('en') && new Set(verdicts.map(({ speaker }) => speaker)).size > 1) {
        const { right, wrong } = crossValidate(verdicts);
        say(`\nWith limits set without the speaker who is judged: accepted ${right} right, ${wrong} wrong.`);
      }
    }
    say(`\nMeasured in ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`);
  } finally {
    await Promise.all([renderer.close(), collector.close()]);
  }
}

await runEvaluation({ usage: USAGE, parse: parseFolders, run: evaluate });
