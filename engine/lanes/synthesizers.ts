import { readFile } from 'node:fs/promises';
import { parsePiperConfig } from '../models/piper-config.ts';
import type { Espeak } from '../pronunciation/espeak.ts';
import { ClonedSynthesizer } from '../synthesis/cloned-synthesizer.ts';
import { EspeakSynthesizer } from '../synthesis/families/espeak/synthesizer.ts';
import { HibariSynthesizer } from '../synthesis/families/hibari/synthesizer.ts';
import type { KokoroModel } from '../synthesis/families/kokoro/model.ts';
import { KokoroSynthesizer } from '../synthesis/families/kokoro/synthesizer.ts';
import { PocketSynthesizer, PocketVoices } from '../synthesis/families/pocket/synthesizer.ts';
import type { VitsModel } from '../synthesis/families/vits/model.ts';
import { VitsSynthesizer } from '../synthesis/families/vits/synthesizer.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import type { BaseSource, PocketSource, VoiceSource } from '../synthesis/voice-source.ts';
import type { LaneSetup } from './protocol.ts';

/** Cloned voices kept loaded; each takes about a megabyte, and a few milliseconds to load again. */
const MAX_CLONES = 16;

/** The synthesizers a lane has loaded. The speakers of one model share its sessions. */
export class Synthesizers {
  readonly #espeak: Espeak;
  readonly #models = new Map<string, Promise<VitsModel>>();
  readonly #kokoro = new Map<string, Promise<KokoroModel>>();
  readonly #pocket = new Map<string, Promise<PocketVoices>>();
  readonly #loaded = new Map<string, Promise<Synthesizer>>();
  readonly #clones = new Map<string, Promise<Synthesizer>>();

  readonly #boost: boolean;

  constructor(espeak: Espeak, { boost }: Pick<LaneSetup, 'boost'>) {
    this.#boost = boost;
    this.#espeak = espeak;
  }

  async get(source: VoiceSource): Promise<Synthesizer> {
    if (source.engine === 'kokoro' && source.morph) {
      const { morph, ...plain } = source;
      const base = await this.#base(plain);
      // Made anew for each step: that takes a millisecond, and it is not known how long it is needed.
      return base instanceof KokoroSynthesizer ? base.morphed(morph) : base;
    }
    if (source.engine === 'pocket') {
      const { prompt } = source;
      if (!prompt) return loadedOnce(this.#loaded, JSON.stringify(source), () => this.#loadPocket(source));
      return this.#clone(`${prompt.referenceId} ${source.modelPath}`, () => this.#loadPocket(source));
    }
    if (source.engine !== 'clone') return this.#base(source);
    const { referenceId, base, codes } = source;
    return this.#clone(`${referenceId} ${JSON.stringify(base)}`, () =>
      ClonedSynthesizer.load(base, codes, (source) => this.get(source)),
    );
  }

  #clone(key: string, load: () => Promise<Synthesizer>): Promise<Synthesizer> {
    const clone = loadedOnce(this.#clones, key, load);
    // Moves it to the end: the least recently used is evicted first.
    this.#clones.delete(key);
    this.#clones.set(key, clone);
    for (const oldest of this.#clones.keys()) {
      if (this.#clones.size <= MAX_CLONES) break;
      this.#clones.delete(oldest);
    }
    return clone;
  }

  #base(source: BaseSource): Promise<Synthesizer> {
    return loadedOnce(this.#loaded, JSON.stringify(source), () => this.#load(source));
  }

  async #loadPocket(source: PocketSource): Promise<Synthesizer> {
    const { modelPath, tokenizerPath, voicePath, espeakVoice, prompt } = source;
    const voices = await loadedOnce(this.#pocket, modelPath, () =>
      PocketVoices.load(modelPath, tokenizerPath),
    );
    const reader = new EspeakSynthesizer(this.#espeak, espeakVoice);
    const voice = await (prompt ? voices.prompted(prompt.codes, prompt.model) : voices.published(voicePath));
    return new PocketSynthesizer(voices, voice, espeakVoice, (pronounced) => reader.rendition(pronounced));
  }

  async #load(source: BaseSource): Promise<Synthesizer> {
    if (source.engine === 'espeak') return new EspeakSynthesizer(this.#espeak, source.voice);
    const { modelPath } = source;
    if (source.engine === 'hibari') return HibariSynthesizer.load(modelPath, source.espeakVoice);
    if (source.engine === 'kokoro') {
      const model = await loadedOnce(this.#kokoro, modelPath, () => KokoroSynthesizer.loadModel(modelPath));
      return KokoroSynthesizer.load(model, source.stylePath, source.espeakVoice);
    }
    const config = parsePiperConfig(JSON.parse(await readFile(source.configPath, 'utf8')));
    const model = await loadedOnce(this.#models, modelPath, () =>
      VitsSynthesizer.loadModel(modelPath, this.#boost),
    );
    return new VitsSynthesizer(model, config, source.speaker);
  }
}

/** What is loaded under a key, or being loaded. */
function loadedOnce<T>(loads: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const loading = loads.get(key) ?? load();
  loads.set(key, loading);
  // The cause may be fixed on disk after a failed load, so the next request tries again.
  loading.catch(() => loads.delete(key));
  return loading;
}
