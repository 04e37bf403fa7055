import type { EngineParts, StartedEngine } from '../../engine/engine.ts';
import { EngineError } from '../../engine/errors.ts';
import { MIN_CONFIDENCE } from '../../engine/forced-alignment/align.ts';
import { checkTranscription, languageToHear } from '../../engine/recognition/check-transcription.ts';
import {
  RECOGNITION_SAMPLE_RATE,
  type Recogniser,
  RecognitionError,
} from '../../engine/recognition/types.ts';
import type { BaseSource } from '../../engine/synthesis/voice-source.ts';
import { type SharedSound, sharedSamples } from '../../engine/threads/shared-sound.ts';
import { StepThread } from '../../engine/threads/step-thread.ts';
import { isBase } from '../../engine/voices/catalog-entry.ts';
import { renderRendition } from '../../engine/voices/rendition.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { SPEAKER_ENCODER } from '../../model-files/manifest.ts';
import { type Stretch, speechStretches } from '../diarization/speech-windows.ts';
import { installedEncoder } from '../speaker-encoder/installed-encoder.ts';
import { turnsOf, turnsOfChannels } from './speaker-turns.ts';
import type {
  FileTranscriber,
  SpokenTurn,
  TimedWord,
  TranscribeOptions,
  Transcription,
  TranscriptionRequest,
} from './types.ts';
import { type Span, startingInSpeech, wordsOver } from './word-times.ts';
import type { DecodedSpeech, DecodeStep, HeardSpan, Results, Step } from './worker-protocol.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
/** Also waits for those before it. */
const DECODE_MS = 120_000;
/** A thread that has been idle for this long is ended, which frees its memory. */
const IDLE_MS = 60_000;
/** Above any speaking rate: such a transcript cannot be aligned with the audio. */
const MAX_CHARACTERS_PER_SECOND = 25;

interface TranscriberDeps extends EngineParts {
  readonly recogniser: Recogniser;
}

/** A request in progress. */
interface Work {
  readonly request: TranscriptionRequest;
  readonly signal: AbortSignal;
  /** Set if speakers are distinguished by voice. */
  readonly encoderPath: string | null;
  readonly onText: TranscribeOptions['onText'];
  lang: string | null;
}

/** The transcript of one channel. */
interface Heard {
  readonly text: string;
  readonly words: readonly TimedWord[];
  readonly spans: readonly HeardSpan[];
}

const NOTHING: Heard = { text: '', words: [], spans: [] };

/**
 * Transcribes files: decodes them in a thread, recognises them window by window, and finds the times of the words by
 * forced alignment with a rendition, as enrolment does.
 */
export class Transcriber implements FileTranscriber {
  readonly #deps: TranscriberDeps;
  readonly #thread = new StepThread<Step, Results>({
    module: WORKER,
    purpose: 'transcription',
    stoppable: new Set(['decode', 'align', 'tell apart']),
  });
  readonly #closing = new AbortController();
  #idle: NodeJS.Timeout | null = null;

  constructor({ parts, recogniser }: Pick<StartedEngine, 'parts' | 'recogniser'>) {
    this.#deps = { ...parts, recogniser };
  }

  /** @throws EngineError; the signal's reason when aborted */
  async transcribe(request: TranscriptionRequest, options: TranscribeOptions = {}): Promise<Transcription> {
    const { audio, lang, translate = false, speakers = null } = request;
    const { recogniser } = this.#deps;
    checkTranscription(recogniser, lang, translate);
    const encoderPath = speakers === 'voice' ? await this.#encoder() : null;
    const signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])]);
    try {
      const work: Work = {
        request,
        signal,
        encoderPath,
        onText: options.onText,
        lang: languageToHear(recogniser, lang) || null,
      };
      const split = speakers === 'channel';
      const isFollowed = options.onText !== undefined;
      const first = await this.#decode({ audio, isFollowed, ...(split && { channel: 0 }) }, signal);
      const durationMs = toMs(first.samples.length, RECOGNITION_SAMPLE_RATE);
      const channels = [await this.#hear(first, work)];
      for (let channel = 1; split && channel < first.channels; channel++)
        channels.push(await this.#hear(await this.#decode({ audio, isFollowed, channel }, signal), work));
      const text = channels.map((channel) => channel.text).join(split ? '\n' : '');
      const [{ words, spans } = NOTHING] = channels;
      const known = { lang: translate ? 'en' : work.lang, durationMs, text: text.trim() };
      if (split) return { ...known, words: [], turns: turnsOfChannels(channels) };
      if (encoderPath === null) return { ...known, words, turns: [] };
      return { ...known, words, turns: await this.#divide({ text: known.text, words, spans }, signal) };
    } finally {
      this.#restLater();
    }
  }

  /** Transcribes one channel. */
  async #hear({ samples, windows }: DecodedSpeech, work: Work): Promise<Heard> {
    const { request, signal, encoderPath } = work;
    const { timed, prompt = '', translate = false } = request;
    const texts: string[] = [];
    const words: TimedWord[] = [];
    const spans: HeardSpan[] = [];
    for (const { start, end } of windows) {
      const part = sharedSound(samples.subarray(start, end));
      const heard = await this.#recognise(part.samples, { lang: work.lang, prompt, translate }, signal);
      const text = heard.text.trim();
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      texts.push(text);
      work.onText?.(text);
      // The first words determine the language of the rest.
      work.lang ??= heard.lang ?? null;
      if (!timed) continue;
      const offsetMs = toMs(start, RECOGNITION_SAMPLE_RATE);
      // A translation has other words than the sound, and cannot be aligned with it.
      const aligned = translate ? null : work.lang;
      const timedWords = await this.#findWords(part, text, heard.words, aligned, signal);
      const stretches = speechStretches(part.samples, part.sampleRate);
      const found = startingInSpeech(timedWords, stretches.map(inMs));
      const endMs = toMs(end, RECOGNITION_SAMPLE_RATE);
      const at = (ms: number): number => Math.min(endMs, Math.round(offsetMs + ms));
      words.push(
        ...found.map((word) => ({ text: word.text, startMs: at(word.startMs), endMs: at(word.endMs) })),
      );
      if (encoderPath === null) continue;
      const listened = await this.#thread.run(
        { kind: 'listen', sound: part, stretches, encoderPath },
        signal,
      );
      spans.push(
        ...listened.map((span) => ({
          ...span,
          startMs: offsetMs + span.startMs,
          endMs: offsetMs + span.endMs,
          // The number is unique among all windows.
          stretch: start + span.stretch,
        })),
      );
    }
    return { text: texts.join(' '), words, spans };
  }

  /** Divides the text among the voices. */
  async #divide({ text, words, spans }: Heard, signal: AbortSignal): Promise<SpokenTurn[]> {
    return turnsOf(text, words, await this.#thread.run({ kind: 'tell apart', spans }, signal));
  }

  /** @throws EngineError if none is installed */
  async #encoder(): Promise<string> {
    const path = await installedEncoder(this.#deps.modelsFolder);
    if (path === null) throw new EngineError('no_speaker_encoder', { values: { model: SPEAKER_ENCODER } });
    return path;
  }

  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    const closed = new EngineError('transcription_closing');
    this.#closing.abort(closed);
    await this.#thread.end(closed);
  }

  async #decode(step: Omit<DecodeStep, 'kind'>, signal: AbortSignal): Promise<DecodedSpeech> {
    if (this.#idle) clearTimeout(this.#idle);
    const slow = new AbortController();
    const tooSlow = new EngineError('transcription_decoding_too_slow');
    const deadline = setTimeout(() => slow.abort(tooSlow), DECODE_MS);
    try {
      return await this.#thread.run({ kind: 'decode', ...step }, AbortSignal.any([signal, slow.signal]));
    } finally {
      clearTimeout(deadline);
    }
  }

  async #recognise(
    samples: Float32Array,
    {
      lang,
      ...order
    }: { readonly lang: string | null; readonly prompt: string; readonly translate: boolean },
    signal: AbortSignal,
  ) {
    try {
      return await this.#deps.recogniser.transcribe(samples, { lang: lang ?? '', ...order, signal });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof RecognitionError)) throw error;
      this.#deps.warn('a recording could not be transcribed', { reason: error.message });
      const kind = error.retryable ? 'transcription_busy' : 'transcription_unavailable';
      throw new EngineError(kind, { cause: error });
    }
  }

  /** The times of the words: from the alignment, or from the recogniser if the alignment is uncertain. */
  async #findWords(
    sound: SharedSound,
    text: string,
    heard: readonly TimedWord[],
    lang: string | null,
    signal: AbortSignal,
  ): Promise<readonly TimedWord[]> {
    const durationMs = toMs(sound.samples.length, sound.sampleRate);
    const voice = lang === null ? null : this.#voiceFor(lang);
    if (voice && lang !== null && text.length <= (durationMs / 1000) * MAX_CHARACTERS_PER_SECOND) {
      try {
        const rendition = await renderRendition(this.#deps.lanes, voice, text, lang, { signal, speed: 1 });
        const { words, confidence } = await this.#thread.run({ kind: 'align', sound, rendition }, signal);
        if (words.length > 0 && (confidence >= MIN_CONFIDENCE || heard.length === 0)) return words;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        this.#deps.warn('words could not be aligned with a recording', { reason: String(error) });
      }
    }
    return heard.length > 0 ? heard : wordsOver(text, durationMs);
  }

  /** The built-in synthesizer, which is quick; another voice if it does not speak the language. */
  #voiceFor(lang: string): BaseSource | null {
    const { catalog } = this.#deps;
    const entry = catalog.builtInFor(lang) ?? catalog.defaultFor(lang);
    return entry && isBase(entry) ? entry.source : null;
  }

  #restLater(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!this.#thread.busy) void this.#thread.end(new Error('nothing to do'));
    }, IDLE_MS).unref();
  }
}

function inMs({ start, end }: Stretch): Span {
  return { startMs: toMs(start, RECOGNITION_SAMPLE_RATE), endMs: toMs(end, RECOGNITION_SAMPLE_RATE) };
}

function sharedSound(samples: Int16Array): SharedSound {
  return { samples: sharedSamples(int16ToFloat(samples)), sampleRate: RECOGNITION_SAMPLE_RATE };
}

function toMs(samples: number, sampleRate: number): number {
  return Math.round((samples * 1000) / sampleRate);
}
