/** Evaluates one speaker: enrolment, synthesis, scores. */
import type { Cloning, VoiceReference } from '../../cloning/research.ts';
import { type Engine, EngineError, type SpeakSettings } from '../../engine/index.ts';
import { decodePcm16, encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import { similarity } from '../../recordings/research.ts';
import { divide, joinedTranscript, readClip, type Speaker } from './corpus.ts';
import type { Judges, Spoken, VoiceScore } from './judges.ts';
import { joinSounds, type Sound, seconds } from './sound.ts';

/** Sampling rate of synthesis and scores, above that of any built-in voice. */
const RATE = 24_000;
const LANGUAGE = 'en';
/** Silence between the clips that are enrolled as one recording, in ms. */
export const GAP_MS = 300;

export interface SpeakerResult {
  readonly speaker: string;
  /** Duration of the enrolled clips, and of the speaker's other clips, to which similarity is measured. */
  readonly enrolledSeconds: number;
  readonly otherSeconds: number;
  /** Similarity of the enrolled clips to the other ones: the upper bound for a clone. */
  readonly ownSimilarity: number;
  readonly base: VoiceScore;
  /** Null when the recording was refused. */
  readonly clone: VoiceScore | null;
  readonly refusal: string | null;
  readonly enrolmentMs: number;
  /** The enrolment's report. */
  readonly report: VoiceReference['report'] | null;
}

export interface EvaluationSetup {
  readonly engine: Engine;
  readonly cloning: Cloning;
  readonly judges: Judges;
  readonly sentences: readonly string[];
  /** Speech of the unconverted voice, from `speakAll`. */
  readonly base: readonly Spoken[];
  readonly maxSeconds: number;
  readonly transcripts: boolean;
  readonly signal: AbortSignal;
  /** Called with every sound worth keeping, and a name without extension. */
  readonly keep: (name: string, sound: Sound) => Promise<void>;
}

/** @throws CorpusError, DecodeError, EngineError; the signal's reason */
export async function evaluateSpeaker(speaker: Speaker, setup: EvaluationSetup): Promise<SpeakerResult> {
  const { engine, cloning, judges, signal, keep } = setup;
  const clips = [];
  for (const clip of speaker.clips) clips.push(await readClip(clip));
  const { enrolled, others } = divide(clips, setup.maxSeconds, GAP_MS);
  const rate = enrolled[0]!.sampleRate;
  const sample: Sound = { samples: joinSounds(enrolled, rate, GAP_MS), sampleRate: rate };
  await keep(`${speaker.name}-enrolled`, sample);
  const target = await judges.embed(others);

  const began = performance.now();
  const outcome = await enrol(cloning, sample, setup.transcripts ? joinedTranscript(enrolled) : null, signal);
  const enrolmentMs = performance.now() - began;
  let clone: VoiceScore | null = null;
  const reference = outcome instanceof EngineError ? null : await refined(cloning, outcome, signal);
  if (reference !== null) {
    const spoken = await speakAll(engine, setup.sentences, { reference, signal });
    for (const [i, sound] of spoken.entries()) await keep(`${speaker.name}-${i + 1}`, sound);
    clone = await judges.judge(target, spoken, signal);
  }
  return {
    speaker: speaker.name,
    enrolledSeconds: seconds(sample),
    otherSeconds: others.reduce((sum, clip) => sum + seconds(clip), 0),
    ownSimilarity: similarity(await judges.embed(enrolled), target),
    base: await judges.judge(target, setup.base, signal),
    clone,
    refusal: outcome instanceof EngineError ? outcome.message : null,
    enrolmentMs,
    report: reference?.report ?? null,
  };
}

/** Returns the refined voice, which a server uses after a while. */
async function refined(
  cloning: Cloning,
  first: VoiceReference,
  signal: AbortSignal,
): Promise<VoiceReference> {
  const { refinement = null, lang, codes } = first;
  if (refinement === null) return first;
  const better = await cloning.refine({ lang, codes, basis: refinement }, { signal });
  return { ...first, codes: better.codes, report: { ...first.report, ...better.report } };
}

/** A refusal is recorded as a result. */
async function enrol(
  cloning: Cloning,
  { samples, sampleRate }: Sound,
  transcript: string | null,
  signal: AbortSignal,
): Promise<VoiceReference | EngineError> {
  const audio = wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples));
  try {
    return await cloning.enrol({ audio, lang: LANGUAGE, transcript }, { signal });
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/** Speaks every text in a separate stream, with a cloned voice or with a built-in one. */
export async function speakAll(
  engine: Engine,
  texts: readonly string[],
  how: {
    readonly reference?: VoiceReference;
    readonly voiceId?: string | null;
    readonly signal: AbortSignal;
  },
): Promise<Spoken[]> {
  const { reference, voiceId = null, signal } = how;
  const settings: SpeakSettings = {
    lang: LANGUAGE,
    voiceId,
    speed: 1,
    samplingRate: RATE,
    encoding: 'pcm_linear',
    timestamps: false,
    ipaKey: null,
    temperature: null,
    topK: null,
  };
  const clone = reference && asClone(reference);
  const spoken: Spoken[] = [];
  for (const text of texts) {
    const stream = engine.open(settings, { signal, ...(clone && { clone }) });
    stream.push(text, null);
    stream.end();
    const parts: Uint8Array[] = [];
    for await (const chunk of stream) parts.push(chunk.audio);
    spoken.push({ text, samples: decodePcm16(Buffer.concat(parts)), sampleRate: RATE });
  }
  return spoken;
}

let references = 0;

function asClone(reference: VoiceReference) {
  const codes = new Uint8Array(new SharedArrayBuffer(reference.codes.length));
  codes.set(reference.codes);
  const referenceId = `evaluation-${++references}`;
  return { id: referenceId, name: referenceId, lang: reference.lang, referenceId, codes };
}
