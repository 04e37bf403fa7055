/**
 * Entry point of the process of a Whisper model, run by whisper.cpp. A process and not a thread, because the library
 * cannot be interrupted: a job is ended by killing its process, and a crash in native code does not affect the server.
 */
import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { isDictated, isTooShort, SpokenText } from '../heard-text.ts';
import type { LocalJob } from '../local-protocol.ts';
import { recounted } from '../recounted.ts';
import { isRepetitive } from '../repetition.ts';
import { serveRecogniser } from '../serve-recogniser.ts';
import { RECOGNITION_SAMPLE_RATE } from '../types.ts';
import { endsEarly, goesOn } from './early-end.ts';
import { heardWords, type WhisperSegment } from './heard-words.ts';
import { hasNewName, misheard } from './name-hints.ts';
import { mayEcho } from './prompt-echo.ts';
import { SpareProcessors } from './spare-processors.ts';

type Whisper = typeof import('@napi-rs/whisper');

/** A job that stops before its next pass when the signal is aborted. */
interface StoppableJob extends LocalJob {
  readonly signal: AbortSignal;
}

/** Whisper's encoder turns 320 samples into one frame, and accepts at most 1500 frames (30 s). */
const FRAME_SAMPLES = 320;
const MAX_FRAMES = 1500;
/**
 * The encoder's window is cut to the length of a short clip, which saves most of the work. The model, which was trained
 * on 30 s only, occasionally repeats itself in a small window (3 % of clips cut out of speech, 10 % with windows of
 * three quarters); those are recognised again in a wider one, and then in its own. Whole clips have as few errors as
 * before.
 */
interface Window {
  readonly least: number;
  readonly margin: number;
}
const NARROW: Window = { least: 256, margin: 128 };
const WIDE: Window = { least: 512, margin: 256 };
const FULL: Window = { least: MAX_FRAMES, margin: 0 };
const FRAME_STEP = 32;
/** whisper.cpp rejects less than a second. */
const MIN_SAMPLES = 1.1 * RECOGNITION_SAMPLE_RATE;
/**
 * Limits the work that sound without words can cause; even the fastest speech stays below. Letters outside Latin take a
 * token each, those of Hindi up to three.
 */
const BASE_TOKENS = 16;
const TOKENS_PER_SECOND = { en: 8, other: 32 } as const;
/** Half of the decoder's context; whisper.cpp takes the end of a longer prompt. */
const MAX_PROMPT_TOKENS = 224;
/** The decoder of tiny has 4 layers, and adopted the spelling of none of seven names; that of base has 6. */
const LEAST_LAYERS_FOR_NAMES = 6;
/** The decoder does not always adopt a name that the prompt has once. */
const TOLD_TIMES = 3;
/** Coughs and knocks are shorter than this. */
const LEAST_MISSED_MS = 1200;
/** The encoder's window for detecting a language; windows up to twice as wide are no better. */
const LANGUAGE_FRAMES = 256;
const DELAY_SAMPLES = 0.6 * RECOGNITION_SAMPLE_RATE;
/** Its callbacks count in hundredths of a second. */
const TICK_MS = 10;
/** Turns of the event loop after which missing segments are given up: text that is not valid UTF-8 never arrives. */
const MAX_TURNS = 100;
const spare = new SpareProcessors();
spare.start();
/** The encoder's window of the last pass, which whisper.cpp also uses to detect the language. Zero is the full one. */
let lastFrames = 0;
/**
 * Detects the language without a transcript. The library gives no probabilities, so an unexpected language is checked
 * with a second pass, a little later in the window: wrong guesses differ.
 */
async function identify(library: Whisper, model: InstanceType<Whisper['Whisper']>, job: LocalJob) {
  if (lastFrames < LANGUAGE_FRAMES || lastFrames > 2 * LANGUAGE_FRAMES) {
    // A pass over almost no sound sets the window: the full one takes several times as long.
    const narrow = quietParams(library);
    narrow.language = 'en';
    narrow.audioCtx = LANGUAGE_FRAMES;
    narrow.maxTokens = 1;
    narrow.singleSegment = true;
    model.full(
      narrow,
      job.samples.length < MIN_SAMPLES ? padded(job.samples) : job.samples.slice(0, MIN_SAMPLES),
    );
    lastFrames = LANGUAGE_FRAMES;
  }
  const find = (samples: Float32Array): string | null => {
    const finding = quietParams(library);
    finding.language = 'auto';
    finding.detectLanguage = true;
    model.full(finding, samples);
    return library.Whisper.lang(model.fullLangId);
  };
  const samples = padded(job.samples);
  const language = find(samples);
  if (language === job.language) return { language, isSure: true };
  const later = new Float32Array(samples.length + DELAY_SAMPLES);
  later.set(samples, DELAY_SAMPLES);
  return { language, isSure: find(later) === language };
}

/**
 * Names in the prompt make small models misrecognise other words. So only names that resemble part of the text are
 * used, and a transcript is accepted only if it differs by the name.
 */
async function recognise(library: Whisper, model: InstanceType<Whisper['Whisper']>, job: StoppableJob) {
  const plain = await recogniseOnce(library, model, job);
  if (model.modelNTextLayer < LEAST_LAYERS_FOR_NAMES) return plain;
  const names = misheard(plain.text, job.names);
  if (names.length === 0) return plain;
  const prompt = `${names.flatMap((name) => Array<string>(TOLD_TIMES).fill(name)).join(', ')}.`;
  const told = await recogniseIn(NARROW, library, model, { ...job, prompt });
  return hasNewName(told.text, plain.text, names) ? told : plain;
}

async function recogniseOnce(library: Whisper, model: InstanceType<Whisper['Whisper']>, job: StoppableJob) {
  const seconds = job.samples.length / RECOGNITION_SAMPLE_RATE;
  const narrow = await recogniseIn(NARROW, library, model, job);
  if (mayMiss(narrow.text, job)) {
    const wide = await recogniseIn(WIDE, library, model, { ...job, prompt: '' });
    if (isRepetitive(wide.text, seconds)) {
      const full = await recogniseIn(FULL, library, model, { ...job, prompt: '' });
      return isSaidRepeatedly(full.text) ? full : narrow;
    }
    return isSaidRepeatedly(wide.text) ? wide : narrow;
  }
  if (isRepetitive(narrow.text, seconds)) {
    const again = { ...job, prompt: '' };
    const wide = await recogniseIn(WIDE, library, model, again);
    const isWidest = encoderFrames(job.samples.length, WIDE) === 0;
    if (isWidest || !isRepetitive(wide.text, seconds)) return wide;
    const full = await recogniseIn(FULL, library, model, again);
    // Words in which two windows agree were said, even if the third window takes the rhythm for music.
    return wide.text === narrow.text && new SpokenText().next(full.text) === '' ? wide : full;
  }
  if (endsEarly(narrow.segments, 1000 * seconds)) {
    const wide = await recogniseIn(WIDE, library, model, { ...job, prompt: '' });
    if (goesOn(wide.text, narrow.text) && !isRepetitive(wide.text, seconds)) return wide;
  }
  if (!mayEcho(narrow.text, job.prompt)) return narrow;
  const plain = await recogniseIn(NARROW, library, model, { ...job, prompt: '' });
  // A spoken name is also recognised without the prompt, if misspelled; a name that was not said is not.
  return isLonger(narrow.text, plain.text) || isRepetitive(plain.text, seconds) ? plain : narrow;
}

/** Whether a sound of this length may be speech although its text has no words, or too few. */
function mayMiss(text: string, { samples, soundMs }: LocalJob): boolean {
  const spoken = new SpokenText().next(text);
  const durationMs = (samples.length * 1000) / RECOGNITION_SAMPLE_RATE;
  return soundMs > LEAST_MISSED_MS && (spoken === '' || isTooShort(spoken, durationMs, soundMs));
}

/** A narrow window loses dictated signs and repeated words; other words that only it has are invented. */
function isSaidRepeatedly(text: string): boolean {
  const spoken = new SpokenText().next(text);
  return isDictated(spoken) || /(?<!\p{L})(\p{L}+)(?:[^\p{L}\p{N}]+\1){2}(?!\p{L})/iu.test(spoken);
}

/** Difference that cannot be a misspelling of the same words. */
function isLonger(text: string, other: string): boolean {
  const lettersOf = (of: string): number => of.replace(/\[.*?\]|\(.*?\)|[^\p{L}\p{N}]/gu, '').length;
  return lettersOf(text) > 2 * lettersOf(other);
}

async function recogniseIn(
  window: Window,
  library: Whisper,
  model: InstanceType<Whisper['Whisper']>,
  { samples: given, language, translate, prompt, signal }: StoppableJob,
) {
  // Lets a request to stop arrive.
  await turn();
  signal.throwIfAborted();
  const samples = padded(given);
  const params = quietParams(library);
  params.language = language;
  params.translate = translate;
  // Errors in one window must not affect the next.
  params.nMaxTextCtx = prompt === '' ? 0 : MAX_PROMPT_TOKENS;
  if (prompt !== '') params.initialPrompt = prompt;
  // Other sounds should be named ("[music]") and then dropped, instead of being taken for words.
  params.suppressNonSpeechTokens = false;
  const tokensPerSecond = language === 'en' ? TOKENS_PER_SECOND.en : TOKENS_PER_SECOND.other;
  params.maxTokens = Math.ceil(BASE_TOKENS + (samples.length / RECOGNITION_SAMPLE_RATE) * tokensPerSecond);
  params.audioCtx = encoderFrames(samples.length, window);
  lastFrames = params.audioCtx;
  // One segment per word.
  params.tokenTimestamps = true;
  params.maxLen = 1;
  params.splitOnWord = true;
  const segments: WhisperSegment[] = [];
  params.onNewSegment = ({ text, start, end }) => {
    if (text !== '') segments.push({ text, startMs: start * TICK_MS, endMs: end * TICK_MS });
  };
  const text = model.full(params, samples);
  // The segments are waiting for the event loop, which has not run meanwhile.
  const letters = (of: string): number => of.replace(/\s/g, '').length;
  const arrived = (): number => segments.reduce((sum, segment) => sum + letters(segment.text), 0);
  for (let turns = 0; turns < MAX_TURNS && arrived() < letters(text); turns++) await turn();
  return { text, segments, language: library.Whisper.lang(model.fullLangId) };
}

/** Options of all passes. */
function quietParams(library: Whisper) {
  const params = new library.WhisperFullParams(library.WhisperSamplingStrategy.Greedy);
  params.nThreads = spare.threads;
  params.printProgress = false;
  params.printRealtime = false;
  params.printTimestamps = false;
  params.noContext = true;
  return params;
}

/** At least the minimum of whisper.cpp. */
function padded(given: Float32Array): Float32Array {
  if (given.length >= MIN_SAMPLES) return given;
  const samples = new Float32Array(MIN_SAMPLES);
  samples.set(given);
  return samples;
}

/** Zero (the full window) when cutting gains nothing. */
function encoderFrames(samples: number, { least, margin }: Window): number {
  const needed = samples / FRAME_SAMPLES + margin;
  const frames = Math.max(least, Math.ceil(needed / FRAME_STEP) * FRAME_STEP);
  return frames < MAX_FRAMES ? frames : 0;
}

serveRecogniser(async ([modelPath = '']) => {
  const library = createRequire(import.meta.url)('@napi-rs/whisper') as Whisper;
  const model = new library.Whisper(modelPath, { useGpu: false });
  return async (job, signal) => {
    if (job.languageOnly) return { text: '', words: [], ...(await identify(library, model, job)) };
    const { segments, language } = await recognise(library, model, { ...job, signal });
    const endMs = (job.samples.length * 1000) / RECOGNITION_SAMPLE_RATE;
    const words = heardWords(segments, { startMs: 0, endMs, soundMs: job.soundMs });
    const text = words.map((word) => word.text).join(' ');
    const counted = recounted(text, job);
    if (counted === null) return { text, words, language };
    const number = { ...words[0]!, text: counted, endMs: words.at(-1)!.endMs };
    return { text: counted, words: [number], language };
  };
});
