import type { Rendition } from '../../engine/forced-alignment/types.ts';
import { LanePool } from '../../engine/lanes/pool.ts';
import type { VoiceSource } from '../../engine/synthesis/voice-source.ts';
import { type RenditionOptions, renderRendition } from '../../engine/voices/rendition.ts';

export type Saying = Partial<Omit<RenditionOptions, 'signal'>>;

/** Speaks texts on two threads and remembers what it has spoken. */
export class Renderer {
  readonly #lanes = new LanePool(2);
  readonly #spoken = new Map<string, Promise<Rendition>>();

  /** English only. */
  speak(voice: VoiceSource, text: string, { speed = 1, ...rest }: Saying = {}): Promise<Rendition> {
    const key = JSON.stringify([voice, text, speed, rest]);
    const { signal } = new AbortController();
    const spoken =
      this.#spoken.get(key) ?? renderRendition(this.#lanes, voice, text, 'en', { signal, speed, ...rest });
    this.#spoken.set(key, spoken);
    return spoken;
  }

  async close(): Promise<void> {
    await this.#lanes.close();
  }
}
