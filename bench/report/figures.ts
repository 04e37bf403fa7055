/** What the parts measure: plain data, written as JSON as it is. Times in milliseconds unless named otherwise. */
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

/** Of one size of text, ours and the peer's in turn. */
export interface InProcess {
  readonly size: '5 words' | '20 words' | 'paragraph';
  /** In process, from the text to the first chunk. */
  readonly ours: Summary;
  readonly peer: Summary | null;
  /** Median length of the first chunk's sound. */
  readonly ourFirstChunkMs: number;
  readonly peerFirstChunkMs: number | null;
  /** Medians until all sound is there. */
  readonly ourTotalMs: number;
  readonly peerTotalMs: number | null;
}

export interface FirstAudioRow extends InProcess {
  /** Ours over the network interface of the machine itself, on an open connection. */
  readonly webSocket: Summary;
  readonly sse: Summary;
}

/** What happens before the first sound, in this order; `between` is all that is left of the whole. */
export const PROFILE_STEPS = ['cut', 'read', 'text', 'window', 'encode', 'between'] as const;
export type ProfileStep = (typeof PROFILE_STEPS)[number];

export interface ProfileRow {
  readonly size: InProcess['size'];
  /** From the text to the first chunk, through the engine. Medians, as those of the steps. */
  readonly wholeMs: number;
  readonly stepsMs: Readonly<Record<ProfileStep, number>>;
}

export interface ProfileFigures {
  readonly rows: readonly ProfileRow[];
  readonly repetitions: number;
}

export interface CpuFigures {
  /** CPU seconds (user and system, all threads) for a second of speech: the medians of the repetitions. */
  readonly ours: number;
  /** The same without resampling, at the rate of the voice, which is what the runtime alone delivers. */
  readonly oursNative: number;
  /** The unsplit graph on the same phoneme ids with the same runtime and nothing around it. */
  readonly runtimeAlone: number;
  readonly peer: number | null;
  readonly repetitions: number;
}

export type LoadTargetName = 'ours' | 'ours, SSE' | 'ours, hibari' | 'peer' | 'peer, own server';

export interface LoadFigures {
  /** Audio seconds a second when nobody waits for the sound to play: streams in real time that could be fed. */
  readonly ourLimit: number;
  readonly peerLimit: number | null;
  /** With hibari, which no peer has. */
  readonly hibariLimit: number;
  /** 80 % of each limit, in whole streams. */
  readonly ourTargetStreams: number;
  readonly peerTargetStreams: number | null;
  readonly rows: readonly LoadRow[];
}

export interface LoadRow {
  readonly target: LoadTargetName;
  readonly streams: number;
  /** Utterances begun and heard to the end. */
  readonly utterances: number;
  readonly firstAudio: Summary;
  /** Silences in the middle of speech, all listeners together, and the longest of them. */
  readonly underruns: number;
  readonly longestGapMs: number;
  /** Utterances with at least one underrun. */
  readonly cutUtterances: number;
  /** Requests answered with 429. */
  readonly refused: number;
  readonly failures: number;
  /** Audio seconds a second. */
  readonly throughput: number;
}

export interface IdleFigures {
  readonly sockets: number;
  /** Resident memory, at rest, of a server process without a neural voice. */
  readonly beforeBytes: number;
  readonly afterBytes: number;
  readonly bytesPerSocket: number;
  /** Growth of the JavaScript heap in use. */
  readonly heapBytesPerSocket: number;
  /** One active socket, without and among the idle ones. */
  readonly aloneFirstAudio: Summary;
  readonly amongFirstAudio: Summary;
}

/** A cloned voice compared with its base voice, and how long a voice takes to learn. */
export interface CloneFigures {
  /** Of the cloned voice that speaks: length of its recording, its own frames kept, and its pitch. */
  readonly clone: { readonly seconds: number; readonly exemplars: number; readonly medianF0Hz: number };
  /** CPU seconds (user and system, all threads) for a second of speech: the medians of the repetitions. */
  readonly cpu: { readonly base: number; readonly clone: number; readonly repetitions: number };
  readonly firstAudio: readonly CloneFirstAudioRow[];
  /** Length of the recording that voices are learned from. */
  readonly sampleSeconds: number;
  readonly enrolments: readonly EnrolmentRow[];
  /** Why there is no enrolment with recognition; null when there is. */
  readonly recogniserMissing: string | null;
}

export interface CloneFirstAudioRow {
  readonly size: '5 words' | '20 words';
  readonly base: Summary;
  readonly clone: Summary;
  /** A clone each that no lane has ever spoken with. */
  readonly unknownClone: Summary;
}

export const ENROLMENT_STAGES = ['decode', 'check', 'transcribe', 'align', 'learn'] as const;
export type EnrolmentStage = (typeof ENROLMENT_STAGES)[number];

export interface EnrolmentRow {
  readonly transcript: 'given' | 'recognised';
  /** The first one of an engine just started, which has threads to start and models to load. */
  readonly first: EnrolmentTiming;
  readonly later: readonly EnrolmentTiming[];
}

export interface StagedTiming<S extends string> {
  readonly wholeMs: number;
  /** Of each stage from its beginning to that of the next. */
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

/** From a read-through, sent over HTTP with `fast`, to the answer. */
export interface TakeFigures {
  readonly takeSeconds: number;
  /** The first one of a server just started. */
  readonly first: TakeTiming;
  readonly later: readonly TakeTiming[];
}

/** A voice beside a package that speaks with the same published graph, on one thread each. */
export interface PackagedVoiceFigures {
  readonly voice: string;
  readonly rows: readonly InProcess[];
  /** CPU seconds (user and system, all threads) for a second of the paragraphs: the medians of the repetitions. */
  readonly cpu: { readonly ours: number; readonly peer: number | null; readonly repetitions: number };
  /** Of the peer, by package, and `python`; null without it. */
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

/** When and how a part was measured. */
export interface Circumstances {
  readonly date: string;
  /** Load average of the last minute when the run began: what others did. Well below 1 on an idle machine. */
  readonly loadAverage: number;
  readonly durationSeconds: number;
  /** Few and short repetitions: the figures show that it works and little else. */
  readonly quick: boolean;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Why there are no figures of the peer; null when there are. */
  readonly peerMissing: string | null;
}

export type PartResult<N extends PartName> = Circumstances & { readonly figures: PartFigures[N] };

/** Of the JSON. A change that older readers would stumble over gets the next number. */
export const REPORT_FORMAT = 1;

export interface Report {
  readonly format: number;
  readonly machine: Machine;
  readonly parts: { readonly [N in PartName]?: PartResult<N> };
}
