import { stat } from 'node:fs/promises';
import { type BrokenVoice, listPiperVoices, type PiperVoice } from '../models/piper-voices.ts';
import { type InstalledHibari, readHibariFolder } from '../synthesis/families/hibari/folder.ts';
import { type InstalledKokoro, readKokoroFolder } from '../synthesis/families/kokoro/folder.ts';
import { type InstalledPocket, readPocketFolder } from '../synthesis/families/pocket/folder.ts';

/** A voice that was added by hand or by a command is there this soon; looking costs one system call per folder. */
const LOOK_EVERY_MS = 2_000;

export interface InstalledVoicesOptions {
  /** Earlier ones take precedence. */
  readonly folders: readonly string[];
  /** Null for none. */
  readonly hibariFolder: string | null;
  readonly kokoroFolder: string | null;
  readonly pocketFolder: string | null;
  /** Called once for each reason for which a voice is left out. */
  readonly onBroken: (voice: BrokenVoice) => void;
}

/** What there is to speak with beside espeak. */
export interface Installed {
  readonly piper: readonly PiperVoice[];
  readonly hibari: readonly InstalledHibari[];
  /** Null where it is not installed. */
  readonly kokoro: InstalledKokoro | null;
  readonly pocket: readonly InstalledPocket[];
}

/** The Piper voices in the voices folders, hibari, Kokoro and Pocket TTS, read again when their folders change. */
export class InstalledVoices {
  readonly #options: InstalledVoicesOptions;
  #timer: NodeJS.Timeout | null = null;
  /** When the folders last changed; null before the first look, and while voices in them are incomplete. */
  #state: string | null = null;
  #reported = new Set<string>();

  constructor(options: InstalledVoicesOptions) {
    this.#options = options;
  }

  /** The voices as they are now. */
  async read(): Promise<Installed> {
    // Before reading: a change in the meantime is then seen the next time.
    const state = await this.#look();
    const broken = new Map<string, BrokenVoice>();
    const { folders, hibariFolder, kokoroFolder, pocketFolder } = this.#options;
    const hibari = hibariFolder === null ? [] : await readHibariFolder(hibariFolder);
    const kokoro = kokoroFolder === null ? null : await readKokoroFolder(kokoroFolder);
    const pocket = pocketFolder === null ? [] : await readPocketFolder(pocketFolder);
    const piper = await listPiperVoices(folders, {
      onBroken: (voice) => broken.set(`${voice.onnxPath}: ${voice.reason}`, voice),
    });
    for (const [key, voice] of broken) if (!this.#reported.has(key)) this.#options.onBroken(voice);
    this.#reported = new Set(broken.keys());
    // A file that is still being copied changes without its folder.
    this.#state = broken.size > 0 ? null : state;
    return { piper, hibari, kokoro, pocket };
  }

  /** Calls back when voices may have come or gone, one call at a time. */
  watch(onChange: () => Promise<void>): void {
    const look = async (): Promise<void> => {
      if (this.#state === null || this.#state !== (await this.#look())) await onChange();
    };
    const next = (): void => {
      this.#timer = setTimeout(() => {
        // A folder that cannot be read now may be readable the next time.
        void look()
          .catch(() => undefined)
          .finally(() => this.#timer && next());
      }, LOOK_EVERY_MS);
      this.#timer.unref();
    };
    next();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<string> {
    const { folders, hibariFolder, kokoroFolder, pocketFolder } = this.#options;
    const others = [hibariFolder, kokoroFolder, pocketFolder].filter((folder) => folder !== null);
    const times = [...folders, ...others].map((folder) =>
      stat(folder).then(
        ({ mtimeMs }) => String(mtimeMs),
        () => 'none',
      ),
    );
    return (await Promise.all(times)).join(' ');
  }
}
