/** The measurements of Pocket TTS and its reference, as tables and as a page. */
import { describeMachine } from '../../bench/report/machine.ts';
import { type Table, toMarkdown } from '../../bench/report/table.ts';
import type { Comparison } from './compare.ts';
import type { Costs } from './speed.ts';

/** One model in one precision. */
export interface Measured {
  readonly name: string;
  readonly precision: string;
  /** The kind of its flow head. */
  readonly head: string;
  readonly errors: Comparison;
  readonly costs: Costs;
}

const CORES = 2;

export function tables(measured: readonly Measured[]): readonly Table[] {
  return [errorsTable(measured), speedTable(measured)];
}

function errorsTable(measured: readonly Measured[]): Table {
  const digits = (error: number): string => error.toExponential(1);
  return {
    title: 'Errors over 10 s',
    columns: [
      'Configuration',
      'Head',
      'Weights',
      'Encoder',
      'Caches',
      'Latents',
      'End of speech',
      'Decoder',
      'Its states',
      'Sound',
    ],
    rows: measured.map(({ name, head, precision, errors }) => [
      name,
      head,
      precision,
      digits(errors.encoder),
      digits(errors.caches),
      digits(errors.latents),
      digits(errors.endOfSpeech),
      digits(errors.decoder),
      digits(errors.decoderStates),
      digits(errors.sound),
    ]),
    notes: [
      'Root mean square of the difference, over that of what the reference gives in float32.',
      'Encoder: latents of a 10 s recording that is given second by second. Caches: keys and values of the worst layer ' +
        'of the backbone after the voice prompt, 40 tokens and 125 frames, so conditioner and backbone are in them. ' +
        "Latents and end of speech: of all frames, each made of our own frame before it, with the reference's noise. " +
        "Decoder: sound of the reference's latents, frame by frame, and the worst of its states and caches after them. " +
        'Sound: of our latents.',
      'int8: the matrices of the backbone, with one scale for 32 weights, and the vectors that they are multiplied by. ' +
        'They are the layers that the reference quantises when asked to. It is what runs from the 18 M model on: ' +
        'for the smaller ones it saves too little.',
    ],
  };
}

function speedTable(measured: readonly Measured[]): Table {
  const row = ({ name, precision, costs: { ours, reference } }: Measured): string[] => {
    const both = (pick: (cost: Costs['ours']) => number, digits: number): string[] => [
      pick(ours).toFixed(digits),
      pick(reference).toFixed(digits),
      (pick(ours) / pick(reference)).toFixed(2),
    ];
    return [
      name,
      precision,
      ...both((cost) => cost.firstWallMs, 0),
      ...both((cost) => cost.firstMs, 0),
      ...both((cost) => cost.cpuPerSecond * 1000, 0),
      String(Math.floor(CORES / ours.cpuPerSecond)),
    ];
  };
  return {
    title: 'Speed beside PyTorch',
    columns: [
      'Configuration',
      'Weights',
      'First frame, ms',
      'reference',
      'ratio',
      'its processor time, ms',
      'reference',
      'ratio',
      'Processor time per s of sound, ms',
      'reference',
      'ratio',
      `Listeners on ${CORES} cores`,
    ],
    rows: measured.map(row),
    notes: [
      'Both sides have the same weights, voice (10 s) and text (40 tokens), and speak in turn until the longest that ' +
        'the text may last, 15.4 s. Ours has one thread; the reference (float32) has two of PyTorch, and a thread each ' +
        'for latents and sound.',
      'First frame: from the tokens to 80 ms of sound. Medians.',
      `Listeners: ${CORES} s of processor time by that for a second of sound. It is a bound for the model alone, without ` +
        'the word times, encoding and network of a server.',
    ],
  };
}

export function page(measured: readonly Measured[]): string {
  const { cpu, cores, system, versions } = describeMachine(null, null);
  return [
    '# Pocket TTS beside its reference',
    '',
    'Models of the published configurations with random weights from a seed, in our program and in the Python package ' +
      '`pocket-tts` 4.0.1, which builds the same model of the same file. It shows that the program computes what the ' +
      'reference does, and at what cost. It says nothing of how the published weights sound, which were not at hand.',
    '',
    '`npm run bench:pocket -- --python=PATH --folder=PATH --write` measures again and writes this page; `PATH` is a ' +
      'Python with the packages of `research/pocket/reference/requirements.txt`, and a folder for 800 MB of models.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}`,
    `- Machine: ${cpu}, ${cores} cores, ${system}`,
    `- Versions: node ${versions.node}, onnxruntime-node ${versions['onnxruntime-node']}`,
    '',
    ...tables(measured).map(toMarkdown),
  ].join('\n');
}
