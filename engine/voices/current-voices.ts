import type { LanePool } from '../lanes/pool.ts';
import { baseKey } from '../synthesis/base-key.ts';
import type { InstalledKokoro } from '../synthesis/families/kokoro/folder.ts';
import type { DefaultVoices, Voice } from '../types.ts';
import { Catalog } from './catalog.ts';
import { type CatalogEntry, DEFAULT_VOICE_ID, speaksFamily } from './catalog-entry.ts';
import { InstalledVoices } from './installed-voices.ts';
import { KokoroSpeed } from './voice-speed.ts';

export interface CurrentVoicesOptions {
  /** Folders with Piper voices; earlier ones take precedence. */
  readonly voiceFolders: readonly string[];
  /** Null for none. */
  readonly hibariFolder: string | null;
  readonly kokoroFolder: string | null;
  readonly pocketFolder: string | null;
  /** Where it is remembered how fast this machine speaks with Kokoro; null not to. */
  readonly modelsFolder: string | null;
  readonly defaultVoices: DefaultVoices;
  /** Whether that is measured where it is not known. */
  readonly measuresSpeed: boolean;
  readonly lanes: LanePool;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
  /** Told of the voices that speak when none is named: at first, and when they have changed. */
  readonly onDefaults: (voices: readonly Voice[]) => void;
}

/** The catalogue as it is now: kept up to date with the folders of models, and with the speed of this machine. */
export class CurrentVoices {
  readonly catalog: Catalog;
  readonly #options: CurrentVoicesOptions;
  readonly #installed: InstalledVoices;
  readonly #speed: KokoroSpeed;
  #kokoro: InstalledKokoro | null;
  #isIdle: () => boolean = () => false;
  #refreshing: Promise<void> | null = null;

  private constructor(
    options: CurrentVoicesOptions,
    installed: InstalledVoices,
    speed: KokoroSpeed,
    catalog: Catalog,
    kokoro: InstalledKokoro | null,
  ) {
    this.#options = options;
    this.#installed = installed;
    this.#speed = speed;
    this.catalog = catalog;
    this.#kokoro = kokoro;
  }

  /** Reads the folders. */
  static async read(options: CurrentVoicesOptions): Promise<CurrentVoices> {
    const { voiceFolders, hibariFolder, kokoroFolder, pocketFolder, modelsFolder, defaultVoices, warn } =
      options;
    const installed = new InstalledVoices({
      folders: voiceFolders,
      hibariFolder,
      kokoroFolder,
      pocketFolder,
      onBroken: ({ id, reason }) => warn('a voice was left out', { voice: id, reason }),
    });
    const speed = new KokoroSpeed({ folder: modelsFolder });
    await speed.remember();
    const { piper, hibari, kokoro, pocket } = await installed.read();
    const catalog = new Catalog(piper, kokoro, { ...defaultVoices, kokoroCost: speed.cost }, pocket, hibari);
    for (const [lang, id] of Object.entries(defaultVoices.byLanguage)) {
      const voice = catalog.get(id)?.voice;
      if (voice && speaksFamily(voice, lang)) continue;
      const fault = voice ? 'does not speak the language' : 'is not installed';
      warn(`a voice that DEFAULT_VOICES names ${fault}`, { lang, voice: id });
    }
    return new CurrentVoices(options, installed, speed, catalog, kokoro);
  }

  /** CPU seconds of one core that a second of Kokoro's sound takes here, as far as it is known. */
  get kokoroCores(): number {
    return this.#speed.cost.cores;
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

  /** Begins to notice what changes. @param isIdle whether nobody speaks now */
  watch(isIdle: () => boolean): void {
    this.#isIdle = isIdle;
    this.#installed.watch(() => this.refresh());
    this.#options.onDefaults(this.#defaults());
    this.#measure();
  }

  /** Reads the folders again. */
  refresh(): Promise<void> {
    // One that has begun may have read the folders before the change that this call is about.
    const before = this.#refreshing ?? Promise.resolve();
    const refreshed = before
      .catch(() => undefined)
      .then(async () => {
        const { piper, hibari, kokoro, pocket } = await this.#installed.read();
        this.#kokoro = kokoro;
        this.#change(() => this.catalog.update(piper, kokoro, pocket, hibari));
        this.#measure();
      });
    this.#refreshing = refreshed;
    return refreshed;
  }

  close(): void {
    this.#installed.close();
    this.#speed.close();
  }

  /** What speaks English when no voice is named, agents too, and the voice that clients of this wire format name. */
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

  /** Does what may change the default voices, and loads and reports the new ones if it did. */
  #change(change: () => void): void {
    const english = (): string =>
      this.#english()
        .map(({ source }) => baseKey(source))
        .join();
    const [before, defaultsBefore] = [english(), JSON.stringify(this.#defaults())];
    change();
    // Not waited for: speech loads it by itself if it is faster.
    if (english() !== before) void this.warmUp();
    if (JSON.stringify(this.#defaults()) !== defaultsBefore) this.#options.onDefaults(this.#defaults());
  }

  /** Finds out how fast Kokoro is here, which decides whether its voices are default voices. */
  #measure(): void {
    const { defaultVoices, measuresSpeed, warn } = this.#options;
    if (!this.#kokoro || !measuresSpeed || defaultVoices.preference !== 'auto') return;
    this.#speed.measureWhenIdle(this.#kokoro, {
      isIdle: this.#isIdle,
      onMeasured: () => {
        const kokoroCost = this.#speed.cost;
        this.#change(() => this.catalog.setRule({ ...defaultVoices, kokoroCost }));
      },
      onFailure: (error) => warn('the speed of Kokoro could not be measured', { reason: String(error) }),
    });
  }
}
