/** Measures how long enrolments take, and in which stages, on an otherwise idle machine. */

import { type StageMark, stageTiming } from '../../bench/parts/stages.ts';
import type { Table } from '../../bench/report/table.ts';
import type { Cloning } from '../../cloning/research.ts';
import { EngineError } from '../../engine/index.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import { divide, joinedTranscript, readClip, type Speaker } from './corpus.ts';
import { GAP_MS } from './evaluate.ts';
import { joinSounds } from './sound.ts';

const LANGUAGE = 'en';
const STAGES = ['decode', 'check', 'transcribe', 'align', 'score', 'enhance', 'learn'] as const;
/** Kinds of requests. The transcript of a take is its script. */
const KINDS = ['transcript', 'no transcript', 'take, fast', 'take, candidates'] as const;
/** In the first round nothing is loaded. */
const ROUNDS = 2;

export interface EnrolmentTime {
  readonly speaker: string;
  readonly kind: (typeof KINDS)[number];
  readonly round: number;
  readonly recordingSeconds: number;
  readonly wholeMs: number;
  /** CPU time of all threads of this process. The recogniser and the external enhancer have their own processes. */
  readonly cpuMs: number;
  readonly stagesMs: Readonly<Record<(typeof STAGES)[number], number>>;
  /** Longest time without progress. */
  readonly standstillMs: number;
  /** The created voices, or why there are none. */
  readonly outcome: string;
}

/**
 * Enrols each speaker in every way.
 * @throws CorpusError, DecodeError; the signal's reason
 */
export async function measureTimes(
  cloning: Cloning,
  speakers: readonly Speaker[],
  maxSeconds: number,
  signal: AbortSignal,
): Promise<EnrolmentTime[]> {
  const times: EnrolmentTime[] = [];
  for (const speaker of speakers) {
    const clips = [];
    for (const clip of speaker.clips) clips.push(await readClip(clip));
    const { enrolled } = divide(clips, maxSeconds, GAP_MS);
    const sampleRate = enrolled[0]!.sampleRate;
    const samples = joinSounds(enrolled, sampleRate, GAP_MS);
    const audio = wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples));
    const words = joinedTranscript(enrolled);
    for (const kind of KINDS) {
      if (words === null && kind !== 'no transcript') continue;
      for (let round = 1; round <= ROUNDS; round++) {
        const timed = await timedEnrolment(cloning, audio, words ?? '', kind, signal);
        times.push({
          speaker: speaker.name,
          kind,
          round,
          recordingSeconds: samples.length / sampleRate,
          ...timed,
        });
      }
    }
  }
  return times;
}

type Timed = Pick<EnrolmentTime, 'wholeMs' | 'cpuMs' | 'stagesMs' | 'standstillMs' | 'outcome'>;

async function timedEnrolment(
  cloning: Cloning,
  audio: Uint8Array,
  words: string,
  kind: EnrolmentTime['kind'],
  signal: AbortSignal,
): Promise<Timed> {
  const marks: StageMark[] = [];
  const changes: number[] = [performance.now()];
  let last = 0;
  const onProgress = (stage: string, fraction: number): void => {
    const atMs = performance.now();
    marks.push({ stage, atMs });
    if (fraction > last) changes.push(atMs);
    last = fraction;
  };
  const options = { signal, onProgress };
  const began = process.cpuUsage();
  const beganMs = performance.now();
  let outcome: string;
  try {
    if (kind === 'transcript' || kind === 'no transcript') {
      const transcript = kind === 'transcript' ? words : null;
      await cloning.enrol({ audio, lang: LANGUAGE, transcript }, options);
      outcome = '1 voice';
    } else {
      const fast = kind === 'take, fast';
      const request = { audio, lang: LANGUAGE, script: words, fast, candidates: !fast };
      const voices = await cloning.enrolTake(request, options);
      outcome = `${voices.length} voices`;
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    outcome = error.type;
  }
  const endedMs = performance.now();
  const { user, system } = process.cpuUsage(began);
  const steps = [...changes.slice(1), endedMs].map((atMs, i) => atMs - changes[i]!);
  return {
    ...stageTiming(STAGES, marks, beganMs, endedMs),
    cpuMs: (user + system) / 1000,
    standstillMs: Math.max(...steps),
    outcome,
  };
}

export function timesTable(times: readonly EnrolmentTime[]): Table {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return {
    title: 'Seconds that a voice takes to be learned',
    columns: ['speaker', 'from', 'round', 'recording', 'whole', 'CPU', 'standstill', ...STAGES, 'outcome'],
    rows: times.map((time) => [
      time.speaker,
      time.kind,
      String(time.round),
      time.recordingSeconds.toFixed(1),
      seconds(time.wholeMs),
      seconds(time.cpuMs),
      seconds(time.standstillMs),
      ...STAGES.map((stage) => seconds(time.stagesMs[stage])),
      time.outcome,
    ]),
    notes: [
      'Round 1 of a kind may find models to load; CPU is that of this process with all of its threads.',
      'Standstill: the longest time in which the fraction that is reported did not grow.',
    ],
  };
}
