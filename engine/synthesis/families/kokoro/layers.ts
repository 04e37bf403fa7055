/**
 * The generator of Kokoro-82M (iSTFTNet: Kaneko et al., 2022, with the residual blocks of StyleTTS 2): its layers,
 * their rates, and the reach of each.
 *
 * Rows are steps of time. A frame is 300 samples (80 a second); the first half of the generator makes 10 rows of a
 * frame, the second half 60, each of which becomes 5 samples.
 */

export const SAMPLE_RATE = 24_000;
export const FRAME_SAMPLES = 300;
/** Rows of a frame in the two halves of the generator. */
export const ROWS = [10, 60] as const;
/** Channels of the two halves. */
export const CHANNELS = [256, 128] as const;
/** Channels of the features that the generator starts from. */
export const FEATURES = 512;
/** Values of the half of a style that shapes the sound (the other half shapes the prosody). */
export const STYLE = 128;
/** Frames with a lower pitch, in Hz, are unvoiced. */
export const LEAST_PITCH = 10;
/** Magnitudes and phases of the spectrum of the harmonic source, and of the sound. */
export const BINS = 11;
export const SPECTRUM = 2 * BINS;
/** Samples of a step of that spectrum, and of its window. */
export const STEP_SAMPLES = 5;
export const WINDOW_SAMPLES = 20;

const DILATIONS = [1, 3, 5] as const;

export type Half = 0 | 1;

/**
 * Three pairs of convolutions. A norm and a periodic activation precede each convolution, and each pair has a residual
 * connection.
 */
export interface ResidualBlock {
  readonly name: string;
  readonly half: Half;
  readonly taps: number;
}

/** A norm, the activation after it and the convolution after that. */
export interface Unit {
  readonly block: ResidualBlock;
  /** Whether it is the first or the second of its pair. */
  readonly place: 1 | 2;
  readonly pair: 0 | 1 | 2;
  readonly dilation: number;
  readonly channels: number;
}

/** The layers between the harmonic source and either half. */
export const SOURCE_BLOCKS: readonly [ResidualBlock, ResidualBlock] = [
  { name: 'noise_res.0', half: 0, taps: 7 },
  { name: 'noise_res.1', half: 1, taps: 11 },
];

/** Three blocks of either half, side by side. */
export const BLOCKS: readonly (readonly ResidualBlock[])[] = [
  [3, 7, 11].map((taps, i) => ({ name: `resblocks.${i}`, half: 0, taps })),
  [3, 7, 11].map((taps, i) => ({ name: `resblocks.${3 + i}`, half: 1, taps })),
];

/** Rows that a convolution depends on, on either side. */
export const reachOf = (taps: number, dilation: number): number => ((taps - 1) * dilation) / 2;

/** The units of a block in the order in which they are computed. */
export function unitsOf(block: ResidualBlock): Unit[] {
  const channels = CHANNELS[block.half];
  return DILATIONS.flatMap((dilation, i): Unit[] => {
    const pair = i as Unit['pair'];
    return [
      { block, place: 1, pair, dilation, channels },
      { block, place: 2, pair, dilation: 1, channels },
    ];
  });
}

/** Rows that a block depends on, on either side. */
export function blockReach(block: ResidualBlock): number {
  return unitsOf(block).reduce((sum, { dilation }) => sum + reachOf(block.taps, dilation), 0);
}

/** Every unit of the generator, in the order of the table of norms. */
export const UNITS: readonly Unit[] = [...SOURCE_BLOCKS, ...BLOCKS.flat()].flatMap(unitsOf);

/** A unit's name: "resblocks.4 1.2" is the first of the third pair. */
export const unitName = ({ block, place, pair }: Unit): string => `${block.name} ${place}.${pair}`;

/** The layer of a unit's convolution. */
export const convolutionName = ({ block, place, pair }: Unit): string =>
  `${block.name}/convs${place}.${pair}`;
