/** The measurements of each part as a table. */
import { cloneTables, takeTable } from './clone-tables.ts';
import {
  type CpuFigures,
  type FirstAudioFigures,
  type IdleFigures,
  type InProcess,
  type LoadFigures,
  type LoadRow,
  type PackagedVoiceFigures,
  PROFILE_STEPS,
  type ProfileFigures,
  type Report,
} from './figures.ts';
import { ms, NOTHING, PROFILE_STEP_NAMES, ratio, spread, verdict } from './format.ts';
import type { Table } from './table.ts';
import {
  cpuVerdicts,
  firstAudioVerdict,
  kokoroFirstAudioVerdict,
  loadVerdicts,
  type Verdict,
} from './targets.ts';

function firstAudioTable({ rows }: FirstAudioFigures): Table {
  return {
    title: 'Time to first audio, warm, one stream',
    columns: [
      'text',
      'ours',
      'peer',
      'ratio',
      'at most',
      'WebSocket',
      'SSE',
      'first chunk',
      'all',
      "peer's all",
    ],
    rows: rows.map((row) => {
      const result = firstAudioVerdict(row);
      return [
        row.size,
        spread(row.ours),
        spread(row.peer),
        ratio(result?.value ?? null),
        verdict(result),
        ms(row.webSocket.median),
        ms(row.sse.median),
        `${ms(row.ourFirstChunkMs)} / ${ms(row.peerFirstChunkMs)}`,
        ms(row.ourTotalMs),
        ms(row.peerTotalMs),
      ];
    }),
    notes: [
      `Medians (5th to 95th percentile) of ${rows[0]?.ours.count ?? 0} repetitions, ours and the peer's in turn, ` +
        `both in process.`,
      'WebSocket and SSE: ours over the loopback interface on an open connection.',
      'First chunk: duration of its audio, ours / the peer. All: time until the last audio.',
      'Ours delivers 24 kHz (resampled), the peer the 22.05 kHz of the voice.',
    ],
  };
}

function profileTable({ rows, repetitions }: ProfileFigures): Table {
  return {
    title: 'Where the time before the first sound goes',
    columns: ['text', 'whole', ...PROFILE_STEPS.map((step) => PROFILE_STEP_NAMES[step])],
    rows: rows.map(({ size, wholeMs, stepsMs }) => [
      size,
      ms(wholeMs),
      ...PROFILE_STEPS.map((step) => ms(stepsMs[step])),
    ]),
    notes: [
      `Medians of ${repetitions} repetitions. Whole: through the engine, in process. The steps: the same code on one ` +
        'thread, two cores for the model as a lone listener gets; after as many sentences as it takes to compile it.',
      'Reading: analysis of the text, and espeak-ng. Text stage: durations and statistics of all phonemes of the ' +
        'sentence. First window: 140 ms of sound. Encoding: resampling and PCM. Between: what is left of the whole, ' +
        'messages between threads and what the engine does about a stream.',
    ],
  };
}

function cpuTable(figures: CpuFigures): Table {
  const { ours, oursNative, runtimeAlone, peer, repetitions } = figures;
  const verdicts = cpuVerdicts(figures);
  const row = (name: string, value: number | null, target: string): string[] => [
    name,
    value === null ? NOTHING : value.toFixed(4),
    value === null ? NOTHING : ratio(value / runtimeAlone),
    target,
  ];
  return {
    title: 'CPU seconds per second of speech',
    columns: ['who', 'CPU s per audio s', 'ratio', 'at most'],
    rows: [
      row('onnxruntime alone, whole graph, one thread', runtimeAlone, ''),
      row('ours: text to encoded audio at 22.05 kHz', oursNative, verdict(verdicts.native)),
      row('ours: the same resampled to 24 kHz', ours, verdict(verdicts.resampled)),
      row('peer', peer, ''),
    ],
    notes: [
      `User and system time of all threads; medians of ${repetitions} rounds of three paragraphs.`,
      'The same phoneme ids for ours and the runtime alone. Digital silence between sentences is not counted as ' +
        'speech.',
    ],
  };
}

function loadTable(figures: LoadFigures): Table {
  const { rows, ourLimit, peerLimit, hibariLimit, ourTargetStreams, peerTargetStreams } = figures;
  const verdicts = loadVerdicts(figures);
  const say = (what: string, result: Verdict | null): string[] =>
    result ? [`${what}: ${formatValue(result)}, target at most ${verdict(result)}.`] : [];
  const ours = `${ourLimit.toFixed(1)} audio seconds a second (80 %: ${ourTargetStreams} streams)`;
  const withHibari = `; with hibari ${hibariLimit.toFixed(1)}`;
  const theirs = peerLimit === null ? '' : `; peer ${peerLimit.toFixed(1)} (80 %: ${peerTargetStreams})`;
  return {
    title: 'Listeners in real time',
    columns: [
      'who',
      'streams',
      'first audio p50',
      'p95',
      'underruns',
      'cut utterances',
      'longest gap',
      'refused',
      'failed',
      'audio s/s',
    ],
    rows: rows.map(loadRow),
    notes: [
      `Throughput limit: ours ${ours}${withHibari}${theirs}.`,
      ...say('Underruns of ours up to 80 % of its limit', verdicts.underruns),
      ...say(
        "p95 of first audio at 80 %, ours compared with the peer's with the same number of streams",
        verdicts.sameStreams,
      ),
      ...say(
        "p95 of first audio at 80 %, ours compared with the peer's at 80 % of its own limit",
        verdicts.sameShare,
      ),
      ...say('Underruns of ours among streams admitted beyond its limit', verdicts.beyond),
      'A listener plays from the first chunk on without buffering; any moment without audio before the end is an ' +
        'underrun.',
      'The client runs on the same machine. Refused: answered 429 and tried again later.',
      'peer: behind a minimal HTTP server that streams its chunks; own server: the one included with it.',
    ],
  };
}

const formatValue = ({ value, target }: Verdict): string =>
  Number.isInteger(target) ? String(value) : ratio(value);

function loadRow(row: LoadRow): string[] {
  return [
    row.target,
    String(row.streams),
    ms(row.firstAudio.median),
    ms(row.firstAudio.p95),
    String(row.underruns),
    `${row.cutUtterances} of ${row.utterances}`,
    row.underruns === 0 ? NOTHING : ms(row.longestGapMs),
    String(row.refused),
    String(row.failures),
    row.throughput.toFixed(1),
  ];
}

function idleTable(figures: IdleFigures): Table {
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  return {
    title: 'Idle sockets on one process',
    columns: ['idle sockets', 'resident memory', 'first audio of an active one'],
    rows: [
      ['0', megabytes(figures.beforeBytes), spread(figures.aloneFirstAudio)],
      [String(figures.sockets), megabytes(figures.afterBytes), spread(figures.amongFirstAudio)],
    ],
    notes: [
      `Each idle socket: ${kilobytes(figures.bytesPerSocket)} of resident memory, ` +
        `${kilobytes(figures.heapBytesPerSocket)} in use on the JavaScript heap.`,
      'Memory at rest after garbage collection, of a process without a neural voice; first audio of one with a ' +
        'neural voice.',
    ],
  };
}

function packagedVoiceTable(
  name: string,
  { voice, rows, cpu, versions }: PackagedVoiceFigures,
  verdictOf: (row: InProcess) => Verdict | null,
): Table {
  const packages = Object.entries(versions ?? {}).map(([name, version]) => `${name} ${version}`);
  const perSecond = (value: number | null): string => (value === null ? NOTHING : value.toFixed(3));
  return {
    title: `${name}: time to first audio and CPU time, one stream, one thread each`,
    columns: ['what', 'ours', 'peer', 'ratio', 'at most', 'first chunk', 'all', "peer's all"],
    rows: [
      ...rows.map((row) => [
        `first audio, ${row.size}`,
        spread(row.ours),
        spread(row.peer),
        ratio(row.peer && row.ours.median / row.peer.median),
        verdict(verdictOf(row)),
        `${ms(row.ourFirstChunkMs)} / ${ms(row.peerFirstChunkMs)}`,
        ms(row.ourTotalMs),
        ms(row.peerTotalMs),
      ]),
      [
        'CPU seconds per second of speech',
        perSecond(cpu.ours),
        perSecond(cpu.peer),
        ratio(cpu.peer && cpu.ours / cpu.peer),
        ...Array.from({ length: 4 }, () => NOTHING),
      ],
    ],
    notes: [
      `The voice is ${voice}, from the same published graph. The peer is a package of PyPI with its own streaming` +
        `${packages.length > 0 ? `: ${packages.join(', ')}` : ', and could not be measured'}.`,
      `First audio: medians (5th to 95th percentile) of ${rows[0]?.ours.count ?? 0} repetitions, in turn, both in ` +
        `process, from the text to the first chunk. CPU time of the whole process for three paragraphs: medians of ` +
        `${cpu.repetitions} rounds.`,
    ],
  };
}

/** Returns the tables of the measured parts, with the circumstances of each. */
export function tablesOf({ parts }: Report): Table[] {
  const tables: Table[] = [];
  const add = (part: Report['parts'][keyof Report['parts']], table: Table): void => {
    if (!part) return;
    const quick = part.quick ? ' Quick run: these figures only show that the benchmark works.' : '';
    const note =
      `Measured ${part.date} in ${Math.round(part.durationSeconds)} s; ` +
      `load average at the start ${part.loadAverage.toFixed(2)}.${quick}`;
    tables.push({ ...table, notes: [...table.notes, note] });
  };
  if (parts['first-audio']) add(parts['first-audio'], firstAudioTable(parts['first-audio'].figures));
  if (parts.profile) add(parts.profile, profileTable(parts.profile.figures));
  if (parts.cpu) add(parts.cpu, cpuTable(parts.cpu.figures));
  if (parts.load) add(parts.load, loadTable(parts.load.figures));
  if (parts.idle) add(parts.idle, idleTable(parts.idle.figures));
  for (const table of parts.clone ? cloneTables(parts.clone.figures) : []) add(parts.clone, table);
  if (parts.take) add(parts.take, takeTable(parts.take.figures));
  if (parts.kokoro) {
    add(parts.kokoro, packagedVoiceTable('Kokoro', parts.kokoro.figures, kokoroFirstAudioVerdict));
  }
  if (parts.hibari)
    add(
      parts.hibari,
      packagedVoiceTable('hibari', parts.hibari.figures, () => null),
    );
  return tables;
}
