import { stat } from 'node:fs/promises';
import type { BrokenVoice } from '../../model-files/piper-voices.ts';
import { FAMILIES } from '../synthesis/families.ts';
import type { FoundVoices } from '../synthesis/family.ts';
import type { VoiceFolders } from '../synthesis/voice-folders.ts';

/** Interval at which the folders are checked for added voices; a check costs one system call per folder. */
const LOOK_EVERY_MS = 2_000;

export interface InstalledVoicesOptions {
  readonly folders: VoiceFolders;
  /** Called once for each reason for which a voice is left out. */
  readonly onBroken: (voice: BrokenVoice) => void;
}

/** The voices of all families that are in their folders, read again when these change. */
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
  async read(): Promise<FoundVoices[]> {
    // Taken before reading, so that a change during reading is noticed the next time.
    const state = await this.#look();
    const broken = new Map<string, BrokenVoice>();
    const onBroken = (voice: BrokenVoice): void => {
      broken.set(`${voice.onnxPath}: ${voice.reason}`, voice);
    };
    const found: FoundVoices[] = [];
    for (const family of FAMILIES) {
      const voices = await family.find?.(this.#options.folders[family.name] ?? [], onBroken);
      if (voices) found.push(voices);
    }
    for (const [key, voice] of broken) if (!this.#reported.has(key)) this.#options.onBroken(voice);
    this.#reported = new Set(broken.keys());
    // A file that is still being copied changes without its folder.
    this.#state = broken.size > 0 ? null : state;
    return found;
  }

  /** Calls back when voices may have been added or removed, one call at a time. */
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
    const folders = Object.values(this.#options.folders).flat();
    const times = folders.map((folder) =>
      stat(folder).then(
        ({ mtimeMs }) => String(mtimeMs),
        () => 'none',
      ),
    );
    return (await Promise.all(times)).join(' ');
  }
}
