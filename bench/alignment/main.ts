/** Entry of `npm run eval:alignment [-- DIR]`: how well words are found, and how well wrong transcripts are told. */
import '../processes/environment.ts';

import { existsSync } from 'node:fs';
import { MIN_CONFIDENCE } from '../../engine/alignment/align.ts';
import { MIN_SAMPLE_SECONDS } from '../../engine/enrolment/types.ts';
import type { VoiceSource } from '../../engine/lanes/protocol.ts';
import { DEFAULT_ENGLISH_VOICE } from '../../engine/models/manifest.ts';
import { ModelStore } from '../../engine/models/store.ts';
import { type AccuracyFigures, measureAccuracy } from './accuracy.ts';
import { readCorpus } from './corpus.ts';
import { figuresOf, judgeClips, judgeGenerated, judgeSpeechless, type Verdict } from './decisions.ts';
import { Renderer } from './renderer.ts';

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
  say(`\n| ${title} | Trials | Accepted | Confidence: 5 % | Median | 95 % |`);
  say('|---|--:|--:|--:|--:|--:|');
  for (const f of figuresOf(verdicts)) {
    const values = [f.p5, f.median, f.p95].map((x) => x.toFixed(2)).join(' | ');
    say(`| ${f.name} | ${f.count} | ${(100 * f.accepted).toFixed(0)} % | ${values} |`);
  }
}

async function standardVoice(): Promise<VoiceSource> {
  const paths = new ModelStore().paths(DEFAULT_ENGLISH_VOICE);
  const modelPath = paths.get(`${DEFAULT_ENGLISH_VOICE}.onnx`) ?? '';
  const configPath = paths.get(`${DEFAULT_ENGLISH_VOICE}.onnx.json`) ?? '';
  if (existsSync(modelPath)) return { engine: 'vits', modelPath, configPath, speaker: 0 };
  say(`${DEFAULT_ENGLISH_VOICE} is not installed: the built-in synthesizer speaks the renditions instead.\n`);
  return { engine: 'espeak', voice: 'en-us' };
}

const folder = process.argv[2];
const renderer = new Renderer();
try {
  const standard = await standardVoice();
  const { conditions, all, msPerSecond } = await measureAccuracy(renderer, standard);
  accuracyTable([...conditions, all]);
  say(`\nTimes in milliseconds. Processor time: ${msPerSecond.toFixed(0)} ms for each second of recording.`);
  say(`Accepted is what reaches a confidence of ${MIN_CONFIDENCE}.`);
  decisionTable('Generated speech', await judgeGenerated(renderer, standard));
  decisionTable('No speech', await judgeSpeechless(renderer, standard));
  if (folder !== undefined) {
    // Shorter samples are refused before anybody asks what they say.
    const clips = (await readCorpus(folder)).filter(
      ({ samples, sampleRate }) => samples.length / sampleRate >= MIN_SAMPLE_SECONDS,
    );
    decisionTable(`People, from ${MIN_SAMPLE_SECONDS} s on`, await judgeClips(renderer, standard, clips));
  }
} finally {
  await renderer.close();
}
