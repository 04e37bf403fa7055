/** Licences in model cards, and those that were accepted on this machine. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './errors.ts';

/** Limit of a card, which is a page of text. */
export const MAX_CARD_BYTES = 64 * 1024;

/** The contents of a model card. */
export interface ModelCard {
  /** The whole card (Markdown). */
  readonly text: string;
  /** Its line about the licence. */
  readonly license: string;
}

export function readCard(text: string): ModelCard {
  const line = /^[\s*-]*licen[sc]e\s*:\**\s*(.+)$/im.exec(text)?.[1]?.trim();
  return { text, license: line || 'not named in the model card' };
}

/**
 * The card that was accepted for a model; null when none was. A card that has changed must be accepted again, so the
 * whole text is kept.
 */
export async function acceptedCard(path: string): Promise<ModelCard | null> {
  try {
    return readCard(await readFile(path, 'utf8'));
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Records that a card was accepted. */
export async function acceptCard(path: string, { text }: ModelCard): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const written = `${path}.${randomUUID()}.part`;
  await writeFile(written, text);
  await rename(written, path);
}
