import { damaged, unsupported } from './decode-error.ts';

/** Boxes that contain boxes, on the way to the tables of frames (ISO/IEC 14496-12, section 6.2.3). */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);

/** Upper bound of the frames in a file: three hours of AAC at 96 kHz, four of video at 60 frames a second. */
const MAX_FRAMES = 1_000_000;
/** Upper bound where a file has fewer frames: encoders may write the usual number in a chunk that is not full. */
const MAX_CHUNK_FRAMES = 1000;
/** To find a frame, a reader sums the sizes of its chunk: this many for six minutes of AAC in one chunk. */
const MAX_SIZES_ADDED = 3e8;

interface Box {
  readonly type: string;
  /** Where its contents begin and where it ends, in bytes of the file. */
  readonly content: number;
  readonly end: number;
}

/** A box that is open, and the numbers that the tables directly inside it claim. */
interface Container {
  readonly end: number;
  /** Frames with durations (`stts`), composition offsets (`ctts`) and sizes (`stsz`, `stz2`). */
  durations: number;
  offsets: number;
  sizes: number;
  /** The most frames in a chunk (`stsc`). */
  chunk: number;
}

/**
 * Checks the numbers in the tables of an MP4 file against those of possible recordings. A table of a few bytes can
 * claim four thousand million frames, which a reader would allocate or iterate over.
 *
 * Throws DecodeError.
 */
export function checkClaims(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open = [containerTo(bytes.length)];
  let fragmentFrames = 0;
  let at = 0;
  for (let inside = open.at(-1); inside !== undefined; inside = open.at(-1)) {
    const box = boxAt(view, at, inside.end);
    if (box === null) {
      checkTables(inside);
      at = inside.end;
      open.pop();
    } else if (CONTAINERS.has(box.type)) {
      open.push(containerTo(box.end));
      at = box.content;
    } else {
      if (box.type === 'trun') fragmentFrames += uint32(view, box, 4);
      else addTable(view, box, inside);
      at = box.end;
    }
  }
  if (fragmentFrames > MAX_FRAMES) throw damaged('MP4');
}

const containerTo = (end: number): Container => ({ end, durations: 0, offsets: 0, sizes: 0, chunk: 0 });

/** The box that begins at `at`, cut off at `limit`; null if none is left. */
function boxAt(view: DataView, at: number, limit: number): Box | null {
  if (at + 8 > limit) return null;
  const type = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4));
  let size = view.getUint32(at);
  let header = 8;
  if (size === 1 && at + 16 <= limit) {
    header = 16;
    size = Number(view.getBigUint64(at + 8));
  }
  if (size < header) return null;
  return { type, content: at + header, end: Math.min(at + size, limit) };
}

/** The number at `offset` of a box's contents. @throws DecodeError if the box is too short for it */
function uint32(view: DataView, { content, end }: Box, offset: number): number {
  if (content + offset + 4 > end) throw damaged('MP4');
  return view.getUint32(content + offset);
}

function addTable(view: DataView, box: Box, tables: Container): void {
  switch (box.type) {
    case 'stts':
      for (const frames of column(view, box, 8, 0)) tables.durations += frames;
      break;
    case 'ctts':
      for (const frames of column(view, box, 8, 0)) tables.offsets += frames;
      break;
    case 'stsc':
      for (const frames of column(view, box, 12, 4)) tables.chunk = Math.max(tables.chunk, frames);
      break;
    case 'stsz':
      // A common size is stored once.
      tables.sizes += uint32(view, box, 4) > 0 ? 1 : uint32(view, box, 8);
      break;
    case 'stz2':
      tables.sizes += uint32(view, box, 8);
      break;
  }
}

/** The numbers at `offset` of the entries of a table, which are `width` bytes wide. */
function* column(view: DataView, box: Box, width: number, offset: number): Generator<number> {
  const entries = uint32(view, box, 4);
  for (let i = 0; i < entries; i++) yield uint32(view, box, 8 + i * width + offset);
}

function checkTables({ durations, offsets, sizes, chunk }: Container): void {
  // Without offsets the durations are not used: a frame of uncompressed sound is one sample there.
  const made = Math.max(offsets > 0 ? durations : 0, offsets, sizes);
  if (made > MAX_FRAMES) throw damaged('MP4');
  if (sizes === 1) return;
  if (chunk > Math.max(sizes, MAX_CHUNK_FRAMES)) throw damaged('MP4');
  if (chunk * durations > MAX_SIZES_ADDED) {
    throw unsupported('an MP4 file with all of its sound in one chunk');
  }
}
