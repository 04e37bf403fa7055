import { cpus } from 'node:os';
import { primaryLanguage } from '../language/languages.ts';
import { IPA_KEY_LANGUAGES } from '../language/pronunciation/inventory/index.ts';
import {
  type ReadWithEspeak,
  Suggester,
  type Suggestions,
  type SuggestRequest,
} from '../language/pronunciation/suggest/suggest.ts';
import { TextCutter } from '../language/text/cutter.ts';
import { abbreviationsOf } from '../language/text/languages/index.ts';
import { dictionaryFolder } from '../model-files/folders.ts';
import { CodesError } from './conversion/codes.ts';
import type {
  EngineObserver,
  EngineOptions,
  EngineParts,
  EngineStats,
  OpenOptions,
  StartedEngine,
} from './engine.ts';
import { EngineError } from './errors.ts';
import { LanePool } from './lanes/pool.ts';
import { checkTranscription } from './recognition/check-transcription.ts';
import { NoRecogniser } from './recognition/create-recogniser.ts';
import type { Recogniser } from './recognition/types.ts';
import { Admission } from './scheduling/admission.ts';
import { Playback } from './scheduling/playback.ts';
import { ANYBODY } from './scheduling/present-owners.ts';
import { type NamedVoice, Narrator } from './speech/narrator.ts';
import { ParsedText } from './speech/parsed-text.ts';
import { Stream } from './speech/stream.ts';
import { textPhonemes } from './speech/text-phonemes.ts';
import type { CatalogEntry } from './synthesis/catalog-entry.ts';
import { familyOf } from './synthesis/family-of.ts';
import { optimizedFolder } from './synthesis/optimized/optimized-files.ts';
import type { VoiceSource } from './synthesis/voice-source.ts';
import type { CheckedText, ClonedVoice, SpeakSettings, SpeechStream, Voice } from './types.ts';
import type { Catalog, VoiceFilter } from './voices/catalog.ts';
import { speaksFamily } from './voices/catalog-entry.ts';
import { baseFor, promptedFor } from './voices/cloned-voice.ts';
import { CurrentVoices } from './voices/current-voices.ts';

/** Weight of one window in the running average of the cost. */
const COST_SMOOTHING = 0.05;
/** Deadline of suggestions: someone is waiting for them, but a late one interrupts nobody's speech. */
const SUGGEST_PATIENCE_MS = 1000;
/** One seed for everything: the same text in the same neural voice always sounds the same. */
const SEED = 1;

/** Starts the lanes, loads the most used English voices on them, and resolves when speech can be synthesized. */
export async function startEngine(options: EngineOptions): Promise<StartedEngine> {
  const warn = options.warn ?? (() => undefined);
  const { modelsFolder = null } = options;
  const dictionaries = modelsFolder === null ? null : dictionaryFolder({ MODELS_DIR: modelsFolder });
  const lanes = new LanePool(options.lanes ?? cpus().length, { dictionaryFolder: dictionaries });
  const observer = options.observer ?? {};
  const voices = await CurrentVoices.read({
    voiceFolders: options.voiceFolders,
    modelsFolder,
    defaultVoices: options.defaultVoices ?? { preference: 'auto', byLanguage: {} },
    measuresSpeed: options.measuresSpeed ?? false,
    lanes,
    warn,
    onDefaults: (defaults) => observer.defaultVoices?.(defaults),
  });
  const { catalog } = voices;
  await lanes.ready();
  if (options.preloads ?? true) await voices.warmUp();
  const recogniser: Recogniser =
    options.recogniser ?? new NoRecogniser('the engine was started without a recogniser');
  const engine = new SpeechEngine({
    voices,
    lanes,
    dictionaries,
    recogniser,
    observer,
    parts: { catalog, lanes, modelsFolder, warn },
  });
  if (options.measuresSpeed) recogniser.watch?.(() => engine.isIdle);
  return engine;
}

interface SpeechEngineOptions {
  readonly voices: CurrentVoices;
  readonly lanes: LanePool;
  readonly dictionaries: string | null;
  readonly recogniser: Recogniser;
  readonly observer: Partial<EngineObserver>;
  readonly parts: EngineParts;
}

/** A voice, built-in or cloned, and what synthesizes it. */
interface Resolved {
  readonly voice: Voice;
  readonly source: VoiceSource;
}

class SpeechEngine implements StartedEngine {
  readonly #catalog: Catalog;
  readonly #voices: CurrentVoices;
  readonly #lanes: LanePool;
  readonly recogniser: Recogniser;
  readonly parts: EngineParts;
  readonly #observer: Partial<EngineObserver>;
  readonly #admission: Admission;
  readonly #suggester: Suggester;
  readonly #read: ReadWithEspeak;
  readonly #streams = new Set<Stream>();
  readonly #costs = new Map<string, number>();
  #underruns = 0;
  #audioMs = 0;

  constructor(options: SpeechEngineOptions) {
    const { voices, lanes, dictionaries, recogniser, observer, parts } = options;
    this.#voices = voices;
    this.#catalog = voices.catalog;
    voices.watch(() => this.isIdle);
    this.#lanes = lanes;
    this.recogniser = recogniser;
    this.parts = parts;
    this.#observer = observer;
    this.#admission = new Admission({ lanes: lanes.size, owners: lanes.owners });
    const { signal } = new AbortController();
    this.#read = async (readings, lang) => {
      const step = { kind: 'read', lang, readings } as const;
      return (await lanes.run(step, performance.now() + SUGGEST_PATIENCE_MS, signal)).result;
    };
    this.#suggester = new Suggester(this.#read, dictionaries);
  }

  /** Whether no stream speaks now. */
  get isIdle(): boolean {
    return this.#streams.size === 0;
  }

  voices(): readonly Voice[] {
    return this.#catalog.entries.map((entry) => entry.voice);
  }

  voice(id: string): Voice | null {
    return this.#catalog.get(id)?.voice ?? null;
  }

  findVoices(filter: VoiceFilter): readonly Voice[] {
    return this.#catalog.search(filter).map((entry) => entry.voice);
  }

  refreshVoices(): Promise<void> {
    return this.#voices.refresh();
  }

  async prepareModel(model: string): Promise<void> {
    const source = this.#catalog.entries.find(({ voice }) => voice.model === model)?.source;
    if (!source) return;
    const { engine } = source;
    const modelPath = familyOf(source).modelPathOf(source);
    if (modelPath === null) return;
    // If the files cannot be written, the model is loaded without them.
    await optimizedFolder({ engine, modelPath }).catch(() => undefined);
  }

  check(text: string, settings: SpeakSettings, clone?: ClonedVoice): CheckedText {
    const { voice } = this.#resolve(settings, clone);
    return new ParsedText(text, { ...settings, wordVoice: wordVoice(voice) });
  }

  checkTranscription(lang: string | null, translate?: boolean): void {
    checkTranscription(this.recogniser, lang, translate);
  }

  open(settings: SpeakSettings, options: OpenOptions = {}): SpeechStream {
    const {
      owner = ANYBODY,
      isLive = false,
      signal,
      clone,
      lexicon,
      voices,
      onDiscarded = () => undefined,
    } = options;
    const { voice, source } = this.#resolve(settings, clone);
    const playback = new Playback();
    const key = costKey(source);
    const narrator = new Narrator({
      lanes: this.#lanes.of(owner),
      source,
      settings,
      controls: {
        speed: settings.speed,
        temperature: settings.temperature,
        topK: settings.topK ?? clone?.topK ?? null,
        seed: SEED,
      },
      playback,
      ...(lexicon && { lexicon }),
      ...(voices && { named: (id: string) => this.#named(id, settings, voices) }),
      onWork: this.#onWork(voice, source),
      onDiscarded,
      onDroppedSymbols: (symbols) => this.#observer.droppedSymbols?.(symbols, settings.lang),
    });
    const stream = new Stream({
      settings,
      wordVoice: wordVoice(voice),
      narrator,
      playback,
      cutter: new TextCutter({
        lang: settings.lang,
        abbreviations: abbreviationsOf(settings.lang),
      }),
      admission: this.#admission.of(owner, isLive),
      cost: () => this.#cost(key, voice),
      onFirstAudio: (waitedMs) => this.#observer.firstAudio?.(waitedMs, voice),
      onUnderrun: (gapMs) => {
        this.#underruns++;
        this.#observer.underrun?.(gapMs);
      },
      onDiscarded,
      onClose: () => {
        signal?.removeEventListener('abort', close);
        this.#streams.delete(stream);
      },
    });
    const close = (): void => stream.close();
    this.#streams.add(stream);
    if (signal?.aborted) stream.close();
    else signal?.addEventListener('abort', close, { once: true });
    return stream;
  }

  suggest(request: SuggestRequest): Promise<Suggestions> {
    return this.#suggester.suggest(request);
  }

  phonemes(text: string, lang: string): Promise<readonly (string | null)[]> {
    return textPhonemes(text, lang, this.#read);
  }

  stats(): EngineStats {
    return {
      activeStreams: this.#admission.active,
      waitingStreams: this.#admission.waiting,
      queuedSteps: this.#lanes.queued,
      lanes: this.#lanes.size,
      underruns: this.#underruns,
      voiceCores: this.#defaultCost(),
      busySeconds: this.#lanes.busyMs / 1000,
      audioSeconds: this.#audioMs / 1000,
    };
  }

  async close(): Promise<void> {
    this.#voices.close();
    const failure = new EngineError('speech_closing');
    for (const stream of this.#streams) stream.close(failure);
    await this.recogniser.close();
    await this.#lanes.close();
  }

  /** A voice that markup names. @throws EngineError 422 */
  async #named(
    id: string,
    settings: SpeakSettings,
    voices: NonNullable<OpenOptions['voices']>,
  ): Promise<NamedVoice> {
    const clone = await voices(id);
    try {
      const { voice, source } = this.#resolve({ ...settings, voiceId: id }, clone);
      const onWork = this.#onWork(voice, source);
      return { source, topK: clone?.topK ?? null, wordVoice: wordVoice(voice), onWork };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw new EngineError('voice_of_text', { values: { id, reason: error.message } });
    }
  }

  #onWork(voice: Voice, source: VoiceSource): (busyMs: number, audioMs: number) => void {
    const key = costKey(source);
    return (busyMs, audioMs) => {
      this.#learnCost(key, busyMs, audioMs, voice);
      this.#observer.work?.(busyMs, audioMs, voice);
    };
  }

  #resolve(settings: SpeakSettings, clone?: ClonedVoice): Resolved {
    const { lang, voiceId, ipaKey, use } = settings;
    const standard = this.#catalog.defaultFor(lang, use);
    if (!standard) throw new EngineError('language_unspoken', { values: { lang } });
    if (ipaKey !== null && IPA_KEY_LANGUAGES[ipaKey] !== primaryLanguage(lang)) {
      throw new EngineError('ipa_key_foreign', { values: { ipaKey, lang } });
    }
    if (clone) {
      let base: CatalogEntry | null;
      try {
        const prompted = promptedFor(this.#catalog, clone, lang);
        if (prompted) return prompted;
        base = baseFor(this.#catalog, clone, lang);
      } catch (error) {
        if (!(error instanceof CodesError)) throw error;
        throw new EngineError('voice_unreadable', { values: { reason: error.message } });
      }
      if (!base) throw new EngineError('cloned_voice_language', { values: { lang } });
      const { referenceId, codes } = clone;
      return { voice: base.voice, source: { engine: 'clone', base: base.source, referenceId, codes } };
    }
    if (voiceId === null) return standard;
    const entry = this.#catalog.get(voiceId);
    if (!entry) throw new EngineError('voice_unknown');
    if (!speaksFamily(entry.voice, lang)) {
      throw new EngineError('voice_language', { values: { langs: entry.voice.langs.join(', '), lang } });
    }
    return entry;
  }

  #defaultCost(): number {
    const standard = this.#catalog.defaultFor('en', 'conversation');
    return standard ? this.#cost(costKey(standard.source), standard.voice) : 0;
  }

  #cost(key: string, voice: Voice): number {
    return this.#costs.get(key) ?? this.#voices.coresOf(voice);
  }

  #learnCost(key: string, busyMs: number, audioMs: number, voice: Voice): void {
    this.#audioMs += audioMs;
    if (audioMs === 0) return;
    const known = this.#cost(key, voice);
    this.#costs.set(key, known + COST_SMOOTHING * (busyMs / audioMs - known));
  }
}

/** The name of a voice that cannot read phonemes. */
const wordVoice = (voice: Voice): string | null => (familyOf(voice).readsPhonemes ? null : voice.name);

/** Voices with the same key cost the same to speak with: all speakers of a model, all clones of a base. */
function costKey(source: VoiceSource): string {
  if (source.engine === 'clone') return `clone ${costKey(source.base)}`;
  return familyOf(source).modelPathOf(source) ?? source.engine;
}
