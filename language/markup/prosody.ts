/** The values of SSML's attributes of prosody and emphasis. */
import type { Style } from './types.ts';

const RATES: ReadonlyMap<string, number> = new Map([
  ['x-slow', 0.5],
  ['slow', 0.75],
  ['medium', 1],
  ['default', 1],
  ['fast', 1.25],
  ['x-fast', 1.5],
]);
/** Steps of 6 dB down; upwards the steps are smaller, because voices are near full scale. */
const GAINS: ReadonlyMap<string, number> = new Map([
  ['silent', 0],
  ['x-soft', 0.25],
  ['soft', 0.5],
  ['medium', 1],
  ['default', 1],
  ['loud', 1.4],
  ['x-loud', 2],
]);
/** Steps of three semitones. */
const PITCHES: ReadonlyMap<string, number> = new Map([
  ['x-low', 2 ** (-6 / 12)],
  ['low', 2 ** (-3 / 12)],
  ['medium', 1],
  ['default', 1],
  ['high', 2 ** (3 / 12)],
  ['x-high', 2 ** (6 / 12)],
]);

const EMPHASES: ReadonlyMap<string, Required<Pick<Style, 'rate' | 'gain' | 'pitch'>>> = new Map([
  ['strong', { rate: 0.85, gain: 1.5, pitch: 2 ** (1.5 / 12) }],
  ['moderate', { rate: 0.92, gain: 1.25, pitch: 2 ** (0.75 / 12) }],
  ['none', { rate: 1, gain: 1, pitch: 1 }],
  ['reduced', { rate: 1.08, gain: 0.75, pitch: 1 }],
]);

/** Bounds of the product of nested speeds, amplitudes and pitches. */
const RATE_LIMITS = { min: 0.5, max: 2 } as const;
const GAIN_LIMITS = { min: 0, max: 4 } as const;
const PITCH_LIMITS = { min: 0.5, max: 2 } as const;

const AMOUNT = /^([+-]?)(\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})\s*(%|st|hz|db)?$/i;

interface Amount {
  readonly sign: '' | '+' | '-';
  readonly value: number;
  /** In lower case; '' for a bare number. */
  readonly unit: string;
}

function amountOf(written: string): Amount | null {
  const [, sign = '', digits, unit = ''] = AMOUNT.exec(written) ?? [];
  if (digits === undefined) return null;
  return { sign: sign as Amount['sign'], value: Number(digits), unit: unit.toLowerCase() };
}

const signed = ({ sign, value }: Amount): number => (sign === '-' ? -value : value);

/** "120%" is a factor of the normal speed, "+20%" a factor of the speed around the element. */
function rateOf(written: string, around: number): number | null {
  const label = RATES.get(written);
  if (label !== undefined) return label;
  const amount = amountOf(written);
  if (amount === null) return null;
  const { sign, value, unit } = amount;
  if (unit === '%') return sign === '' ? value / 100 : around * (1 + signed(amount) / 100);
  return unit === '' && sign === '' ? value : null;
}

/** "+6dB" and "-10%" are relative to the surrounding amplitude; 100 as a bare number is the normal one. */
function gainOf(written: string, around: number): number | null {
  const label = GAINS.get(written);
  if (label !== undefined) return label;
  const amount = amountOf(written);
  if (amount === null) return null;
  const { sign, value, unit } = amount;
  if (unit === 'db') return around * 10 ** (signed(amount) / 20);
  if (unit === '%') return sign === '' ? value / 100 : around * (1 + signed(amount) / 100);
  return unit === '' && sign === '' && value <= 100 ? value / 100 : null;
}

/** Hertz are accepted without effect: the voice's base pitch is unknown. */
function pitchOf(written: string, around: number): number | null {
  const label = PITCHES.get(written);
  if (label !== undefined) return label;
  const amount = amountOf(written);
  if (amount === null) return null;
  const { unit } = amount;
  if (unit === 'st') return around * 2 ** (signed(amount) / 12);
  if (unit === '%') return around * (1 + signed(amount) / 100);
  return unit === 'hz' ? around : null;
}

/**
 * The style inside `<prosody>`; null if a value is malformed. Unknown attributes have no effect.
 * @param around the style around it
 */
export function prosodyStyle(attributes: ReadonlyMap<string, string>, around: Style): Style | null {
  const read = (name: string, of: (written: string, around: number) => number | null, current = 1) => {
    const written = attributes.get(name)?.trim().toLowerCase();
    return written === undefined ? current : of(written, current);
  };
  const rate = read('rate', rateOf, around.rate);
  const gain = read('volume', gainOf, around.gain);
  const pitch = read('pitch', pitchOf, around.pitch);
  if (rate === null || gain === null || pitch === null) return null;
  return limited({ ...around, rate, gain, pitch });
}

/** The style inside `<emphasis>`; null if its level is not one of SSML's. */
export function emphasisStyle(attributes: ReadonlyMap<string, string>, around: Style): Style | null {
  const level = EMPHASES.get(attributes.get('level')?.trim().toLowerCase() ?? 'moderate');
  if (level === undefined) return null;
  const { rate = 1, gain = 1, pitch = 1 } = around;
  return limited({
    ...around,
    rate: rate * level.rate,
    gain: gain * level.gain,
    pitch: pitch * level.pitch,
  });
}

/** The style within the limits, without values that change nothing. */
function limited({ rate = 1, gain = 1, pitch = 1, ...others }: Style): Style {
  const within = (value: number, { min, max }: { min: number; max: number }): number =>
    Math.min(max, Math.max(min, value));
  const speed = within(rate, RATE_LIMITS);
  const level = within(gain, GAIN_LIMITS);
  const tone = within(pitch, PITCH_LIMITS);
  return {
    ...others,
    ...(speed !== 1 && { rate: speed }),
    ...(level !== 1 && { gain: level }),
    ...(tone !== 1 && { pitch: tone }),
  };
}
