/** Synthesized speech of a voice, with its cost. */
import {
  type Espeak,
  type KokoroModel,
  type KokoroState,
  KokoroSynthesizer,
  type KokoroUtterance,
  type RenderState,
  type SynthesisControls,
  type SynthesizedPhrase,
  stateOf,
  type UtterancePart,
  windowEnd,
} from '../../engine/research.ts';
import type { Spoken } from '../cloning/judges.ts';
import { type Actor, pronouncedFor, runsFor } from './cast.ts';
import type { PublishedGraph } from './published-graph.ts';

const CONTROLS: SynthesisControls = { speed: 1, temperature: null, topK: null, seed: 1 };

export interface Rendered extends Spoken {
  /** CPU time of this process, with all its threads. */
  readonly cpuMs: number;
}

export interface Streamed extends Rendered {
  /** CPU time until the first window. */
  readonly firstCpuMs: number;
  /** The same phrase before rendering. */
  readonly phrase: SynthesizedPhrase;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Renders window after window, like a stream with a waiting listener and one idle lane. The cost excludes
 * pronunciation.
 */
export async function stream(
  model: KokoroModel,
  actor: Actor,
  text: string,
  espeak: Espeak,
): Promise<Streamed> {
  const synthesizer = await KokoroSynthesizer.load(model, actor.stylePath, actor.espeakVoice);
  const pronounced = pronouncedFor(actor, text, espeak);
  const started = cpuMs();
  const phrase = await synthesizer.prepare(pronounced, CONTROLS);
  const untouched = { ...phrase, state: structuredClone(phrase.state) };
  const samples = new Float32Array(phrase.frames * phrase.frameSamples);
  let firstCpuMs: number | null = null;
  for (let from = 0, previous = 0; from < phrase.frames; ) {
    const to = windowEnd(phrase, from, previous, 'one', 0);
    samples.set(await synthesizer.render(phrase.state, from, to), from * phrase.frameSamples);
    firstCpuMs ??= cpuMs() - started;
    previous = to - from;
    from = to;
  }
  const cost = cpuMs() - started;
  const { sampleRate } = phrase;
  return { text, samples, sampleRate, cpuMs: cost, firstCpuMs: firstCpuMs ?? cost, phrase: untouched };
}

/** Renders the same utterance in one window. */
export async function inOnePiece(
  model: KokoroModel,
  actor: Actor,
  { phrase }: Streamed,
): Promise<Float32Array> {
  const synthesizer = await KokoroSynthesizer.load(model, actor.stylePath, actor.espeakVoice);
  return await synthesizer.render(phrase.state, 0, phrase.frames);
}

/** Renders the same tokens with the published graph, without the leading silence that streams omit. */
export async function speakPublished(
  graph: PublishedGraph,
  actor: Actor,
  { text, phrase }: Streamed,
  espeak: Espeak,
): Promise<Rendered> {
  const runs = runsFor(actor, pronouncedFor(actor, text, espeak));
  const started = cpuMs();
  const sounds: Float32Array[] = [];
  for (const { ids } of runs) sounds.push(await graph.speak(ids, actor.styles));
  const cost = cpuMs() - started;
  const spoken = spokenFrames(phrase.state);
  const cut = sounds.map((sound, i) => {
    const { from = 0, to = Number.POSITIVE_INFINITY } = spoken[i] ?? {};
    return sound.subarray(from * phrase.frameSamples, to * phrase.frameSamples);
  });
  const samples = new Float32Array(cut.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of cut) {
    samples.set(sound, at);
    at += sound.length;
  }
  return { text, samples, sampleRate: phrase.sampleRate, cpuMs: cost };
}

function spokenFrames(state: RenderState): readonly UtterancePart<KokoroUtterance>[] {
  return stateOf<KokoroState>(state, 'kokoro').utterances;
}
