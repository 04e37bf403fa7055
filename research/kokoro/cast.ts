/** The installed voices of Kokoro, and their texts as tokens. */

import { readFile } from 'node:fs/promises';
import { UsageError } from '../../bench/arguments.ts';
import {
  analyse,
  Espeak,
  type KokoroSource,
  kokoroEntries,
  type Pronounced,
  phonemeNotation,
  pronounce,
  readKokoroFolder,
  type TokenRun,
  tokenRuns,
} from '../../engine/research.ts';
import { kokoroFolder } from '../../engine/setup.ts';

export interface Actor {
  /** Name such as "af_heart". */
  readonly name: string;
  /** Voice id in the API. */
  readonly id: string;
  readonly displayName: string;
  readonly lang: string;
  readonly tags: readonly string[];
  readonly espeakVoice: string;
  readonly stylePath: string;
  /** A style for every number of symbols, [510, 256]. */
  readonly styles: Float32Array;
}

export interface Cast {
  readonly modelPath: string;
  readonly actors: readonly Actor[];
  readonly espeak: Espeak;
}

/**
 * Returns the installed ones.
 * @param names of some of them; empty for all
 * @throws UsageError when Kokoro is not installed, or a name is unknown
 */
export async function readCast(names: readonly string[]): Promise<Cast> {
  const installed = await readKokoroFolder(kokoroFolder());
  if (!installed)
    throw new UsageError('Kokoro is not installed; fetch it with: npm run models -- pull kokoro-82m');
  const actors: Actor[] = [];
  for (const { voice, source } of kokoroEntries(installed)) {
    const name = voice.id.slice('kokoro-'.length);
    if (names.length > 0 && !names.includes(name)) continue;
    const { espeakVoice, stylePath } = source as KokoroSource;
    const styles = new Float32Array(Uint8Array.from(await readFile(stylePath)).buffer);
    const { id, name: displayName, lang, tags } = voice;
    actors.push({ name, id, displayName, lang, tags, espeakVoice, stylePath, styles });
  }
  const missing = names.find((name) => !actors.some((actor) => actor.name === name));
  if (missing !== undefined)
    throw new UsageError(`there is no voice ${missing}; voices are named as in af_heart`);
  return { modelPath: installed.modelPath, actors, espeak: await Espeak.load() };
}

/** Pronounces a text for a voice like the engine. It should end with a punctuation mark. */
export function pronouncedFor({ espeakVoice, lang }: Actor, text: string, espeak: Espeak): Pronounced[] {
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  return pronounce(analyse([segment], lang, text), espeakVoice, espeak, () => []);
}

/** Returns the runs of tokens of pronounced text for a voice. */
export function runsFor({ espeakVoice }: Actor, pronounced: readonly Pronounced[]): TokenRun[] {
  return tokenRuns(pronounced, phonemeNotation(espeakVoice));
}
