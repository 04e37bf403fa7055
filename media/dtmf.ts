/** Tones of telephone keys (ITU-T Q.23). */

const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477, 1633];
const KEYS = ['123A', '456B', '789C', '*0#D'];
/** Amplitude of each of the two tones; together they reach at most -6 dBFS. */
const AMPLITUDE = 0.25;
/** Most networks need at least 40 ms of tone and of pause (ITU-T Q.24). After lossy codecs, more is needed. */
const TONE_MS = 120;
const PAUSE_MS = 100;
const RAMP_MS = 2;

/**
 * Returns the tones of keys, each followed by a pause.
 * @param keys of 0 to 9, A to D, * and #; others are left out
 * @param rate of the samples, in Hz
 * @returns 16-bit samples
 */
export function dtmfTones(keys: string, rate: number): Int16Array {
  const toneSamples = Math.round((rate * TONE_MS) / 1000);
  const stepSamples = toneSamples + Math.round((rate * PAUSE_MS) / 1000);
  const ramp = (rate * RAMP_MS) / 1000;
  const pairs = [...keys].flatMap((key) => frequenciesOf(key));
  const samples = new Int16Array(pairs.length * stepSamples);
  for (const [index, pair] of pairs.entries()) {
    for (let i = 0; i < toneSamples; i++) {
      const gain = AMPLITUDE * Math.min(1, i / ramp, (toneSamples - i) / ramp);
      const sum = pair.reduce((total, hz) => total + Math.sin((2 * Math.PI * hz * i) / rate), 0);
      samples[index * stepSamples + i] = Math.round(32_767 * gain * sum);
    }
  }
  return samples;
}

/** Returns the two tones of a key, in Hz; none for other characters. */
function frequenciesOf(key: string): (readonly [row: number, column: number])[] {
  for (const [row, keys] of KEYS.entries()) {
    const column = keys.indexOf(key);
    if (column >= 0) return [[ROWS[row] as number, COLUMNS[column] as number]];
  }
  return [];
}
