import type { LanePool } from '../lanes/pool.ts';
import { baseKey } from '../synthesis/base-key.ts';
import type { CatalogEntry } from '../synthesis/catalog-entry.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { FAMILIES } from '../synthesis/families.ts';
import type { FoundVoices, MeasuredCost } from '../synthesis/family.ts';
import { familyOf } from '../synthesis/family-of.ts';
import type { VoiceFolders } from '../synthesis/voice-folders.ts';
import type { DefaultVoices, Voice } from '../types.ts';
import { Catalog } from './catalog.ts';
import { speaksFamily } from './catalog-entry.ts';
import { InstalledVoices } from './installed-voices.ts';
import { isMostNatural } from './standing.ts';
import { VoiceSpeed } from './voice-speed.ts';

export interface CurrentVoicesOptions {
  readonly voiceFolders: VoiceFolders;
  /** File that stores how fast the most natural voices are on this machine; null to store nothing. */
  readonly modelsFolder: string | null;
  readonly defaultVoices: DefaultVoices;
  /** Whether that is measured if it is unknown. */
  readonly measuresSpeed: boolean;
  readonly lanes: LanePool;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
  /** Called with the default voices: at first, and when they have changed. */
  readonly onDefaults: (voices: readonly Voice[]) => void;
}

/** The catalogue as it is now: kept up to date with the folders of models, and with the speed of this machine. */
export class CurrentVoices {
  readonly catalog: Catalog;
  readonly #options: CurrentVoicesOptions;
  readonly #installed: InstalledVoices;
  readonly #speed: VoiceSpeed;
  #found: readonly FoundVoices[];
  #isIdle: () => boolean = () => false;
  #refreshing: Promise<void> | null = null;

  private constructor(
    options: CurrentVoicesOptions,
    installed: InstalledVoices,
    speed: VoiceSpeed,
    catalog: Catalog,
    found: readonly FoundVoices[],
  ) {
    this.#options = options;
    this.#installed = installed;
    this.#speed = speed;
    this.catalog = catalog;
    this.#found = found;
  }

  /** Reads the folders. */
  static async read(options: CurrentVoicesOptions): Promise<CurrentVoices> {
    const { voiceFolders, modelsFolder, defaultVoices, warn } = options;
    const installed = new InstalledVoices({
      folders: voiceFolders,
      onBroken: ({ id, reason }) => warn('a voice was left out', { voice: id, reason }),
    });
    const speed = new VoiceSpeed(measuredCost(), { folder: modelsFolder });
    await speed.remember();
    const found = await installed.read();
    const catalog = new Catalog(found, { ...defaultVoices, naturalCost: speed.cost });
    for (const [lang, id] of Object.entries(defaultVoices.byLanguage)) {
      const voice = catalog.get(id)?.voice;
      if (voice && speaksFamily(voice, lang)) continue;
      const fault = voice ? 'does not speak the language' : 'is not installed';
      warn(`a voice that DEFAULT_VOICES names ${fault}`, { lang, voice: id });
    }
    return new CurrentVoices(options, installed, speed, catalog, found);
  }

  /** CPU seconds of one core for a second of a voice's sound on this machine, if known. */
  coresOf(voice: Voice): number {
    const { cost } = familyOf(voice);
    return typeof cost === 'number' ? cost : this.#speed.cost.cores;
  }

  /** Loads the English voices that are asked for most on all lanes. */
  async warmUp(): Promise<void> {
    const { lanes, warn } = this.#options;
    for (const entry of this.#english()) {
      await lanes.runOnAll({ kind: 'warm', voice: entry.source }).catch((error: unknown) => {
        warn('the default voice could not be loaded', { voice: entry.voice.id, reason: String(error) });
      });
    }
  }

  /** Begins to watch for changes. @param isIdle whether no stream speaks now */
  watch(isIdle: () => boolean): void {
    this.#isIdle = isIdle;
    this.#installed.watch(() => this.refresh());
    this.#options.onDefaults(this.#defaults());
    this.#measure();
  }

  /** Reads the folders again. */
  refresh(): Promise<void> {
    // A refresh in progress may have read the folders before the change that caused this call.
    const before = this.#refreshing ?? Promise.resolve();
    const refreshed = before
      .catch(() => undefined)
      .then(async () => {
        this.#found = await this.#installed.read();
        this.#change(() => this.catalog.update(this.#found));
        this.#measure();
      });
    this.#refreshing = refreshed;
    return refreshed;
  }

  close(): void {
    this.#installed.close();
    this.#speed.close();
  }

  /** The default voices of English, also for agents, and the voice that clients of this wire format name. */
  #english(): readonly CatalogEntry[] {
    const { catalog } = this;
    const wanted = new Set([
      catalog.defaultFor('en'),
      catalog.defaultFor('en', 'conversation'),
      catalog.get(DEFAULT_VOICE_ID),
    ]);
    return [...wanted].filter((entry) => entry !== null);
  }

  #defaults(): readonly Voice[] {
    return this.catalog.entries
      .map(({ voice }) => voice)
      .filter(({ defaultFor, agentDefaultFor }) => defaultFor !== undefined || agentDefaultFor !== undefined);
  }

  /** Runs a change that may affect the default voices, then loads and reports the new ones if they changed. */
  #change(change: () => void): void {
    const english = (): string =>
      this.#english()
        .map(({ source }) => baseKey(source))
        .join();
    const [before, defaultsBefore] = [english(), JSON.stringify(this.#defaults())];
    change();
    // Not awaited: speech that arrives earlier loads it.
    if (english() !== before) void this.warmUp();
    if (JSON.stringify(this.#defaults()) !== defaultsBefore) this.#options.onDefaults(this.#defaults());
  }

  /** Measures the speed of the most natural voices on this machine, which decides whether they are default voices. */
  #measure(): void {
    const { defaultVoices, measuresSpeed, warn } = this.#options;
    const natural = this.#found.find(isMostNatural)?.measuredWith;
    if (!natural || !measuresSpeed || defaultVoices.preference !== 'auto') return;
    this.#speed.measureWhenIdle(natural, {
      isIdle: this.#isIdle,
      onMeasured: () => {
        const naturalCost = this.#speed.cost;
        this.#change(() => this.catalog.setRule({ ...defaultVoices, naturalCost }));
      },
      onFailure: (error) =>
        warn(`the speed of ${familyOf(natural).title} could not be measured`, { reason: String(error) }),
    });
  }
}

/** The cost of the family whose voices are the most natural. */
function measuredCost(): MeasuredCost {
  const cost = FAMILIES.map((family) => family.cost).find((cost) => typeof cost !== 'number');
  if (!cost) throw new Error('no family of voices has a cost that is measured');
  return cost;
}
