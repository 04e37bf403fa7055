import {
  LanePool,
  type Rendition,
  type RenditionOptions,
  renderRendition,
  type VoiceSource,
} from '../../engine/research.ts';

export interface Saying extends Partial<Omit<RenditionOptions, 'signal'>> {
  /** Default: "en". */
  readonly lang?: string;
}

/** Synthesizes texts on two threads and caches the results. */
export class Renderer {
  readonly #lanes = new LanePool(2);
  readonly #spoken = new Map<string, Promise<Rendition>>();

  speak(
    voice: VoiceSource,
    text: string,
    { lang = 'en', speed = 1, ...rest }: Saying = {},
  ): Promise<Rendition> {
    const key = JSON.stringify([voice, text, lang, speed, rest]);
    const { signal } = new AbortController();
    const spoken =
      this.#spoken.get(key) ?? renderRendition(this.#lanes, voice, text, lang, { signal, speed, ...rest });
    this.#spoken.set(key, spoken);
    return spoken;
  }

  async close(): Promise<void> {
    await this.#lanes.close();
  }
}
