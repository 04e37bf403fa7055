/**
 * Speech of actors: the lines of the game "Flight of the Amazon Queen", which may be distributed freely (on Debian the
 * package flight-of-the-amazon-queen).
 */
import { readFile } from 'node:fs/promises';
import { decodeAudio } from '../../../media/decode/decode-audio.ts';

/** A line, spoken by one person. Long turns have several. */
export interface GameLine {
  /** A name for the actor, or for the few who speak in a scene. */
  readonly speaker: string;
  /** Whether the same turn has another line after it. */
  readonly goesOn: boolean;
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

const MAGIC = 'QTBL';
/** After the magic bytes: the version, three flags, the number of entries. */
const COUNT_AT = 13;
const ENTRIES_AT = 15;
/** Name, bundle, offset and size of a resource. */
const NAME_BYTES = 12;
const ENTRY_BYTES = NAME_BYTES + 1 + 4 + 4;
/** The scene with the number of the turn in it, and of the line. The hero's own have a J. */
const SPEECH = /^(?<turn>(?:(?<scene>\w\w)\w{4}[JP]|(?<cut>C\w\w|JOE)\w{4}))(?<line>\d)\.SB/u;
const HERO = /^(?:\w{6}J|JOE)/u;
const MAX_SECONDS = 30;

/**
 * @param file `queen.1c`, with compressed speech
 * @returns functions that decode a line each
 * @throws Error when the file is something else
 */
export async function gameLines(file: string): Promise<(() => Promise<GameLine>)[]> {
  const bytes = await readFile(file);
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error(`${file} is not that game`);
  const entries = Array.from({ length: bytes.readUInt16BE(COUNT_AT) }, (_, i) => {
    const at = ENTRIES_AT + i * ENTRY_BYTES;
    const offset = bytes.readUInt32BE(at + NAME_BYTES + 1);
    const size = bytes.readUInt32BE(at + NAME_BYTES + 5);
    return {
      name: bytes.toString('latin1', at, at + NAME_BYTES),
      sound: bytes.subarray(offset, offset + size),
    };
  });
  const names = new Set(entries.map(({ name }) => SPEECH.exec(name)?.[0]));
  return entries.flatMap(({ name, sound }) => {
    const { turn, scene, cut, line } = SPEECH.exec(name)?.groups ?? {};
    if (turn === undefined) return [];
    const speaker = HERO.test(turn) ? 'queen-hero' : `queen-${scene ?? cut}`;
    const goesOn = names.has(`${turn}${Number(line) + 1}.SB`);
    return async () => ({ speaker, goesOn, ...(await decodeAudio(sound, { maxSeconds: MAX_SECONDS })) });
  });
}
