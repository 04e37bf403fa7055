/** The measurements of the parts: plain data, written as JSON. Times in ms unless named otherwise. */
import type { Summary } from '../stats.ts';

export const PART_NAMES = [
  'first-audio',
  'profile',
  'cpu',
  'load',
  'idle',
  'clone',
  'take',
  'kokoro',
  'hibari',
] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface FirstAudioFigures {
  readonly rows: readonly FirstAudioRow[];
}

/** For one size of text, ours and the peer's in turn. */
export interface InProcess {
  readonly size: '5 words' | '20 words' | 'paragraph';
  /** In process, from the text to the first chunk. */
  readonly ours: Summary;
  readonly peer: Summary | null;
  /** Median duration of the first chunk. */
  readonly ourFirstChunkMs: number;
  readonly peerFirstChunkMs: number | null;
  /** Medians of the time until all audio is complete. */
  readonly ourTotalMs: number;
  readonly peerTotalMs: number | null;
}

export interface FirstAudioRow extends InProcess {
  /** Ours over the loopback interface, on an open connection. */
  readonly webSocket: Summary;
  readonly sse: Summary;
}

/** Steps before the first audio, in this order. `between` is the rest of the total. */
export const PROFILE_STEPS = ['cut', 'read', 'text', 'window', 'encode', 'between'] as const;
export type ProfileStep = (typeof PROFILE_STEPS)[number];

export interface ProfileRow {
  readonly size: InProcess['size'];
  /** From the text to the first chunk, through the engine. Medians, like those of the steps. */
  readonly wholeMs: number;
  readonly stepsMs: Readonly<Record<ProfileStep, number>>;
}

export interface ProfileFigures {
  readonly rows: readonly ProfileRow[];
  readonly repetitions: number;
}

export interface CpuFigures {
  /** CPU seconds (user and system, all threads) per second of speech: the medians of the repetitions. */
  readonly ours: number;
  /** Ours without resampling, at the rate of the voice, like the runtime alone. */
  readonly oursNative: number;
  /** The unsplit graph alone, on the same phoneme ids with the same runtime. */
  readonly runtimeAlone: number;
  readonly peer: number | null;
  readonly repetitions: number;
}

export type LoadTargetName = 'ours' | 'ours, SSE' | 'ours, hibari' | 'peer' | 'peer, own server';

export interface LoadFigures {
  /** Throughput in audio seconds per second: the number of streams in real time that could be served. */
  readonly ourLimit: number;
  readonly peerLimit: number | null;
  /** With hibari, which has no peer. */
  readonly hibariLimit: number;
  /** 80 % of each limit, in whole streams. */
  readonly ourTargetStreams: number;
  readonly peerTargetStreams: number | null;
  readonly rows: readonly LoadRow[];
}

export interface LoadRow {
  readonly target: LoadTargetName;
  readonly streams: number;
  /** Utterances that were begun and received to the end. */
  readonly utterances: number;
  readonly firstAudio: Summary;
  /** Gaps within speech, of all listeners together, and the longest of them. */
  readonly underruns: number;
  readonly longestGapMs: number;
  /** Utterances with at least one underrun. */
  readonly cutUtterances: number;
  /** Requests answered with 429. */
  readonly refused: number;
  readonly failures: number;
  /** Audio seconds per second. */
  readonly throughput: number;
}

export interface IdleFigures {
  readonly sockets: number;
  /** Resident memory at rest of a server process without a neural voice. */
  readonly beforeBytes: number;
  readonly afterBytes: number;
  readonly bytesPerSocket: number;
  /** Growth of the JavaScript heap in use. */
  readonly heapBytesPerSocket: number;
  /** One active socket, without and among the idle ones. */
  readonly aloneFirstAudio: Summary;
  readonly amongFirstAudio: Summary;
}

/** A cloned voice compared with its base voice, and the duration of enrolment. */
export interface CloneFigures {
  /** The cloned voice: duration of its recording, number of its own frames kept, and its pitch. */
  readonly clone: { readonly seconds: number; readonly exemplars: number; readonly medianF0Hz: number };
  /** CPU seconds (user and system, all threads) per second of speech: the medians of the repetitions. */
  readonly cpu: { readonly base: number; readonly clone: number; readonly repetitions: number };
  readonly firstAudio: readonly CloneFirstAudioRow[];
  /** Duration of the recording that voices are learned from. */
  readonly sampleSeconds: number;
  readonly enrolments: readonly EnrolmentRow[];
  /** Why there is no enrolment with recognition; null when there is. */
  readonly recogniserMissing: string | null;
}

export interface CloneFirstAudioRow {
  readonly size: '5 words' | '20 words';
  readonly base: Summary;
  readonly clone: Summary;
  /** Clones that no lane has loaded, a new one each time. */
  readonly unknownClone: Summary;
}

export const ENROLMENT_STAGES = ['decode', 'check', 'transcribe', 'align', 'learn'] as const;
export type EnrolmentStage = (typeof ENROLMENT_STAGES)[number];

export interface EnrolmentRow {
  readonly transcript: 'given' | 'recognised';
  /** The first enrolment of a new engine, which has to start threads and load models. */
  readonly first: EnrolmentTiming;
  readonly later: readonly EnrolmentTiming[];
}

export interface StagedTiming<S extends string> {
  readonly wholeMs: number;
  /** Duration of each stage, until the next one begins. */
  readonly stagesMs: Readonly<Record<S, number>>;
}

export type EnrolmentTiming = StagedTiming<EnrolmentStage>;

export const TAKE_STAGES = [
  'decode',
  'check',
  'align',
  'score',
  'enhance',
  'learn',
  'preview',
  'store',
] as const;
export type TakeTiming = StagedTiming<(typeof TAKE_STAGES)[number]>;

/** From a take, sent over HTTP with `fast`, to the response. */
export interface TakeFigures {
  readonly takeSeconds: number;
  /** The first take of a new server. */
  readonly first: TakeTiming;
  readonly later: readonly TakeTiming[];
}

/** A voice compared with a package that uses the same published graph, on one thread each. */
export interface PackagedVoiceFigures {
  readonly voice: string;
  readonly rows: readonly InProcess[];
  /** CPU seconds (user and system, all threads) per second of the paragraphs: the medians of the repetitions. */
  readonly cpu: { readonly ours: number; readonly peer: number | null; readonly repetitions: number };
  /** Versions of the peer, by package, and `python`; null without it. */
  readonly versions: Readonly<Record<string, string>> | null;
}

export interface PartFigures {
  readonly 'first-audio': FirstAudioFigures;
  readonly profile: ProfileFigures;
  readonly cpu: CpuFigures;
  readonly load: LoadFigures;
  readonly idle: IdleFigures;
  readonly clone: CloneFigures;
  readonly take: TakeFigures;
  readonly kokoro: PackagedVoiceFigures;
  readonly hibari: PackagedVoiceFigures;
}

/** Time and circumstances of a part's measurement. */
export interface Circumstances {
  readonly date: string;
  /** Load average of the last minute before the run. Well below 1 on an idle machine. */
  readonly loadAverage: number;
  readonly durationSeconds: number;
  /** Whether repetitions were few and short, which only shows that the benchmark works. */
  readonly quick: boolean;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Why the peer was not measured; null when it was. */
  readonly peerMissing: string | null;
}

export type PartResult<N extends PartName> = Circumstances & { readonly figures: PartFigures[N] };

/** Version of the JSON format. Incompatible changes increase it. */
export const REPORT_FORMAT = 1;

export interface Report {
  readonly format: number;
  readonly machine: Machine;
  readonly parts: { readonly [N in PartName]?: PartResult<N> };
}
