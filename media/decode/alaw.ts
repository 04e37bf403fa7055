/**
 * G.711 A-law (ITU-T G.711, 11/88, tables 1a and 1b): sign, three bits of segment, four bits of step, every other bit
 * inverted on the wire. The recommendation counts in 13-bit units; here everything is scaled by eight to 16 bits.
 */
const DECODED = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 256) * 2 ** (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
});

/** One A-law byte to a 16-bit sample. A-law has no zero: the smallest magnitude is 8. */
export function decodeAlawSample(code: number): number {
  return DECODED[code & 0xff]!;
}
