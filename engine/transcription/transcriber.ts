import { EngineError } from '../errors.ts';
import { MIN_CONFIDENCE } from '../forced-alignment/align.ts';
import type { LanePool } from '../lanes/pool.ts';
import { MULTILINGUAL_RECOGNISER } from '../models/manifest.ts';
import { understandsAnything } from '../recognition/create-recogniser.ts';
import { recogniserCommand } from '../recognition/recogniser-command.ts';
import { type Recogniser, RecognitionError } from '../recognition/types.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';
import type { SharedSound } from '../threads/shared-sound.ts';
import { StepThread } from '../threads/step-thread.ts';
import type { Catalog } from '../voices/catalog.ts';
import { isBase } from '../voices/catalog-entry.ts';
import { renderRendition } from '../voices/rendition.ts';
import type { TimedWord, TranscribeOptions, Transcription, TranscriptionRequest } from './types.ts';
import { wordsOver } from './word-times.ts';
import type { DecodedSpeech, Results, Step } from './worker-protocol.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
/** Also waits for those before it. */
const DECODE_MS = 60_000;
/** A thread that has been idle for this long is ended, which frees its memory. */
const IDLE_MS = 60_000;
/** Faster than anyone speaks: such a transcript cannot be aligned with the audio. */
const MAX_CHARACTERS_PER_SECOND = 25;

export interface TranscriberDeps {
  readonly catalog: Catalog;
  readonly lanes: LanePool;
  readonly recogniser: Recogniser;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/**
 * Writes down what is said in files: decodes them in a thread, has them recognised window by window, and finds the
 * times of the words by having them spoken and laying that over the sound, as enrolment does.
 */
export class Transcriber {
  readonly #deps: TranscriberDeps;
  readonly #thread = new StepThread<Step, Results>({
    module: WORKER,
    purpose: 'transcription',
    stoppable: new Set(['decode', 'align']),
  });
  readonly #closing = new AbortController();
  #idle: NodeJS.Timeout | null = null;

  constructor(deps: TranscriberDeps) {
    this.#deps = deps;
  }

  /**
   * Whether anything can be transcribed in a language, null for any.
   * @param translate whether it is to be translated into English
   * @throws EngineError unavailable, language_unsupported
   */
  check(lang: string | null, translate = false): void {
    const { recogniser } = this.#deps;
    if (!understandsAnything(recogniser)) throw new EngineError('no_recogniser');
    if (translate && !recogniser.translates) {
      throw new EngineError('no_translator', { values: { model: MULTILINGUAL_RECOGNISER } });
    }
    if (lang !== null && !recogniser.supports(lang)) {
      throw new EngineError('transcription_language', { values: { lang, command: recogniserCommand(lang) } });
    }
  }

  /** @throws EngineError; the signal's reason when aborted */
  async transcribe(
    { audio, lang: asked, timed, prompt = '', translate = false }: TranscriptionRequest,
    { signal: given, onText }: TranscribeOptions = {},
  ): Promise<Transcription> {
    this.check(asked, translate);
    const signal = AbortSignal.any([this.#closing.signal, ...(given ? [given] : [])]);
    // One that has to be told a language is told the one it knows.
    let lang = asked ?? (this.#deps.recogniser.supports('') ? null : 'en');
    try {
      const { sound, windows } = await this.#decode(audio, signal);
      const texts: string[] = [];
      const words: TimedWord[] = [];
      for (const { start, end } of windows) {
        const part = { ...sound, samples: sound.samples.subarray(start, end) };
        const heard = await this.#recognise(part.samples, { lang, prompt, translate }, signal);
        const text = heard.text.trim();
        if (!/[\p{L}\p{N}]/u.test(text)) continue;
        texts.push(text);
        onText?.(text);
        // The first words settle it for the rest.
        lang ??= heard.lang ?? null;
        if (!timed) continue;
        const offsetMs = toMs(start, sound.sampleRate);
        // What is written is not what is said, so that it cannot be laid over it.
        const aligned = translate ? null : lang;
        const found = await this.#findWords(part, text, heard.words, aligned, signal);
        const endMs = toMs(end, sound.sampleRate);
        const at = (ms: number): number => Math.min(endMs, Math.round(offsetMs + ms));
        words.push(
          ...found.map((word) => ({ text: word.text, startMs: at(word.startMs), endMs: at(word.endMs) })),
        );
      }
      const durationMs = toMs(sound.samples.length, sound.sampleRate);
      return { lang: translate ? 'en' : lang, durationMs, text: texts.join(' '), words };
    } finally {
      this.#restLater();
    }
  }

  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    const closed = new EngineError('transcription_closing');
    this.#closing.abort(closed);
    await this.#thread.end(closed);
  }

  async #decode(audio: Uint8Array, signal: AbortSignal): Promise<DecodedSpeech> {
    if (this.#idle) clearTimeout(this.#idle);
    const slow = new AbortController();
    const tooSlow = new EngineError('transcription_decoding_too_slow');
    const deadline = setTimeout(() => slow.abort(tooSlow), DECODE_MS);
    try {
      return await this.#thread.run({ kind: 'decode', audio }, AbortSignal.any([signal, slow.signal]));
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

  /** When the words are said: as aligned, or, where that is not sure, as the recogniser has it. */
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

  /** The built-in synthesizer, which is quick; another voice where it does not speak the language. */
  #voiceFor(lang: string): BaseSource | null {
    const { catalog } = this.#deps;
    const entry = catalog.espeakFor(lang) ?? catalog.defaultFor(lang);
    return entry && isBase(entry) ? entry.source : null;
  }

  #restLater(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!this.#thread.busy) void this.#thread.end(new Error('nothing to do'));
    }, IDLE_MS).unref();
  }
}

function toMs(samples: number, sampleRate: number): number {
  return Math.round((samples * 1000) / sampleRate);
}
