import type { Espeak } from '../../language/pronunciation/espeak.ts';
import { ClonedSynthesizer } from '../synthesis/cloned-synthesizer.ts';
import type { LoadContext } from '../synthesis/family.ts';
import { familyOf } from '../synthesis/family-of.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import type { BaseSource, VoiceSource } from '../synthesis/voice-source.ts';
import type { LaneSetup } from './protocol.ts';

/** Cloned voices kept loaded; each takes about a megabyte, and a few milliseconds to load again. */
const MAX_CLONES = 16;

/** The synthesizers a lane has loaded. The speakers of one model share its sessions. */
export class Synthesizers {
  readonly #context: Omit<LoadContext, 'once'>;
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #loaded = new Map<string, Promise<Synthesizer>>();
  readonly #clones = new Map<string, Promise<Synthesizer>>();

  constructor(espeak: Espeak, { boost }: Pick<LaneSetup, 'boost'>) {
    this.#context = { espeak, boost };
  }

  async get(source: VoiceSource): Promise<Synthesizer> {
    if (source.engine === 'clone') {
      const { referenceId, base, codes } = source;
      return this.#clone(`${referenceId} ${JSON.stringify(base)}`, () =>
        ClonedSynthesizer.load(base, codes, (source) => this.get(source)),
      );
    }
    const { morph, prompt, ...plain } = source;
    if (prompt) {
      return this.#clone(`${prompt.referenceId} ${JSON.stringify(plain)}`, () => this.#load(source));
    }
    const voice = await loadedOnce(this.#loaded, JSON.stringify(plain), () => this.#load(plain));
    // Created for each step, which takes a millisecond: how long it is needed is unknown.
    return morph ? (voice.morphed?.(morph) ?? voice) : voice;
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

  #load(source: BaseSource): Promise<Synthesizer> {
    const family = familyOf(source);
    // Each key is used with one kind of thing: the family's model.
    const once = <T>(key: string, load: () => Promise<T>): Promise<T> =>
      loadedOnce(this.#shared as Map<string, Promise<T>>, `${family.name} ${key}`, load);
    return family.load(source, { ...this.#context, once });
  }
}

/** The value under a key, loaded once. */
function loadedOnce<T>(loads: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const loading = loads.get(key) ?? load();
  loads.set(key, loading);
  // The cause may be fixed on disk after a failed load, so the next request tries again.
  loading.catch(() => loads.delete(key));
  return loading;
}
