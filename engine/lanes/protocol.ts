/**
 * Messages between the main thread and the lanes. A lane is a worker thread with its own onnxruntime sessions and its
 * own espeak; it keeps no per-stream state. State that one step leaves for the next travels in the messages, in shared
 * memory where it is large, so any lane can run any step.
 */

import type { MarkupSegment } from '../../language/markup/types.ts';
import type { Phoneme } from '../../language/pronunciation/espeak.ts';
import type { LexiconEntries } from '../../language/pronunciation/lexicon.ts';
import type { Unsaid } from '../../language/pronunciation/parts.ts';
import type { EspeakReading } from '../../language/pronunciation/suggest/suggest.ts';
import type { GainStep } from '../../media/gain.ts';
import type { ResamplerState } from '../../media/resampler.ts';
import type { TrimRule, TrimState } from '../../media/trim-silence.ts';
import type { PhonemeTiming, RenderState, SynthesisControls, WordTiming } from '../synthesis/synthesizer.ts';
import type { VoiceSource } from '../synthesis/voice-source.ts';
import type { Encoding, IpaKey, SamplingRate, Span } from '../types.ts';
import type { NativeCalls } from './native-calls.ts';

/** What markup leaves of a text between pauses; a phoneme tag with the phonemes parsed from it on arrival. */
export type PhraseSegment =
  | Exclude<MarkupSegment, { kind: 'phoneme' | 'pause' }>
  | (Extract<MarkupSegment, { kind: 'phoneme' }> & { readonly phonemes: readonly Phoneme[] });

/** Text between two pauses, with offsets into the piece it was cut from. */
export interface PrepareRequest {
  readonly kind: 'prepare';
  readonly voice: VoiceSource;
  readonly lang: string;
  readonly ipaKey: IpaKey | null;
  readonly source: string;
  readonly segments: readonly PhraseSegment[];
  /** Pronunciations of words in the text; absent if there are none. */
  readonly lexicon?: LexiconEntries;
  /** The final mark for text that has none of its own: a full stop, or a comma when more follows. */
  readonly ending: '.' | ',';
  readonly controls: SynthesisControls;
  /** State that the earlier parts of the phrase left; absent for its first part. */
  readonly rest?: PhraseRest;
  readonly urgent: boolean;
}

/** The rest of a phrase that is too long to be synthesized at once. */
export interface PhraseRest extends Unsaid {
  /** The listed word whose end may be in this part. */
  readonly listed: Span | null;
}

/** A word of the phrase, with its position in the source text and in the audio. */
export interface SpokenWord extends WordTiming {
  readonly unit: string;
  readonly span: Span;
}

/** A phrase, or a part of one that is longer than any ordinary sentence. */
export interface PreparedPhrase {
  /** Samples per second of the synthesizer. */
  readonly sampleRate: number;
  /** Length in frames; 0 when there was nothing to speak. */
  readonly frames: number;
  readonly frameSamples: number;
  /** Whether its end is unknown: a window reports the end, after `frames` at most, with the times of the words. */
  readonly isOpen: boolean;
  /**
   * First frame with sound, and the first after the last sound, if known; otherwise silence is trimmed by its level.
   */
  readonly soundFrom: number;
  readonly soundTo: number;
  /** As in `SynthesizedPhrase`. */
  readonly leastWindowFrames?: number | undefined;
  readonly maxWindowFrames: number;
  readonly words: readonly SpokenWord[];
  /** In an open phrase: for each pronounced word its index in `words`, or -1 for a word without sound. */
  readonly heardAs: readonly number[];
  /** In order, covering the phrase without gaps; `word` is an index into `words`. */
  readonly phonemes: readonly PhonemeTiming[];
  readonly state: RenderState | null;
  /** Spans in native samples in which words are louder or softer than usual; absent if there are none. */
  readonly gains?: readonly GainStep[];
  /** The part to prepare next; null at the end of the phrase. */
  readonly rest: PhraseRest | null;
  /** Symbols of the text that are not spoken, as "U+2318"; absent when there are none. */
  readonly droppedSymbols?: readonly string[];
}

export interface RenderRequest {
  readonly kind: 'render';
  readonly voice: VoiceSource;
  readonly state: RenderState;
  /** Frames [from, to) to compute. */
  readonly from: number;
  readonly to: number;
  readonly output: OutputState;
  /** Gains of the words, as in the phrase. */
  readonly gains?: readonly GainStep[];
  /** Samples per second of the synthesizer. */
  readonly sampleRate: number;
  /** Silence to keep at the ends of the phrase, in native samples. */
  readonly trim: TrimRule;
  /** Whether this window ends the phrase, unless it is open: the resampler is then flushed and the sound faded out. */
  readonly last: boolean;
  /** Whether a listener is waiting in silence: the lane then uses more CPU, if some is free. */
  readonly urgent: boolean;
}

/** State of the conversion of a phrase's audio to the listener's format. */
export interface OutputState {
  readonly rate: SamplingRate;
  readonly encoding: Encoding;
  /** Null before the first window of a phrase. */
  readonly trim: TrimState | null;
  readonly resampler: ResamplerState | null;
}

export interface RenderedWindow {
  /** Encoded samples; empty for a window of silence that may be trimmed. */
  readonly audio: Uint8Array;
  readonly samples: number;
  /** Where the first sound of the phrase begins, in native samples; null while there was none. */
  readonly onsetSamples: number | null;
  /** Times of all pronounced words, if an open phrase ended with this window. */
  readonly endedWith: readonly WordTiming[] | null;
  readonly state: RenderState;
  readonly output: OutputState;
}

/** Loads a voice ahead of its first use. */
export interface WarmRequest {
  readonly kind: 'warm';
  readonly voice: VoiceSource;
}

/** Lets espeak-ng pronounce words in context without synthesis. Any lane can run it, since all have espeak-ng. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly lang: string;
  readonly readings: readonly EspeakReading[];
}

/** The phonemes of each reading, in order; empty where nothing is pronounced. */
export type ReadWords = readonly (readonly Phoneme[])[];

/** Steps that need a voice. */
export type VoiceRequest = PrepareRequest | RenderRequest | WarmRequest;

export type LaneRequest = VoiceRequest | ReadRequest;

export type LaneResult<R extends LaneRequest> = R extends PrepareRequest
  ? PreparedPhrase
  : R extends RenderRequest
    ? RenderedWindow
    : R extends ReadRequest
      ? ReadWords
      : null;

export type AnyLaneResult = PreparedPhrase | RenderedWindow | ReadWords | null;

/** A step as sent to a lane. */
export interface LaneOrder {
  readonly request: LaneRequest;
  /** Whether all other lanes are idle, so that their cores may be used as well. */
  readonly alone: boolean;
}

/** Parameters of a lane, passed when it starts. */
export interface LaneSetup {
  /** Keep a second set of sessions that use two cores, for urgent steps while the other lanes are idle. */
  readonly boost: boolean;
  /** Lower the thread's priority below that of lanes with listeners. */
  readonly background: boolean;
  /** Folder of the dictionaries; null to read without them. */
  readonly dictionaryFolder: string | null;
  readonly nativeCalls: NativeCalls;
}

/** Messages of a lane. A step that has to load its voice reports the start and the end of loading. */
export type LaneMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'loading' }
  | { readonly type: 'loaded' }
  | LaneReply;

export type LaneReply =
  | { readonly type: 'done'; readonly result: AnyLaneResult; readonly busyMs: number }
  | { readonly type: 'failed'; readonly message: string; readonly busyMs: number };
