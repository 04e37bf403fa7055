import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Used unconditionally by the prebuilt whisper.cpp for x86-64 (the level of Intel's Haswell). */
const NEEDED = ['avx2', 'fma', 'f16c', 'bmi2', 'movbe'];

/** Either instruction set multiplies 8-bit numbers and sums the products in one instruction (Intel calls it VNNI). */
const DOT_PRODUCTS = ['avx512_vnni', 'avx_vnni'];

/**
 * Instruction sets that the recogniser needs and this processor lacks; without them its process dies of an illegal
 * instruction. Empty when that cannot be determined (not Linux, not x86-64).
 * @param cpuinfo contents of /proc/cpuinfo
 */
export function missingInstructions(cpuinfo = readCpuinfo(), arch: string = process.arch): readonly string[] {
  const flags = flagsOf(cpuinfo);
  if (arch !== 'x64' || flags === null) return [];
  return NEEDED.filter((flag) => !flags.has(flag));
}

/**
 * Whether this processor has dot products of 8-bit numbers, with which quantised models run several times as fast.
 * False when that cannot be determined.
 * @param cpuinfo contents of /proc/cpuinfo
 */
export function hasDotProducts(cpuinfo = readCpuinfo()): boolean {
  const flags = flagsOf(cpuinfo);
  return flags !== null && DOT_PRODUCTS.some((flag) => flags.has(flag));
}

/**
 * How a processor adds up products of unsigned and signed bytes. Without dot products of bytes, onnxruntime's kernels
 * for x86-64 add two neighbouring products in 16 bits (`vpmaddubsw`), where a sum beyond 32,767 is cut off.
 */
export type ByteSums = 'exact' | 'saturating';

/**
 * The kind of this processor; saturating if it cannot be determined on x86-64.
 * @param cpuinfo contents of /proc/cpuinfo
 */
export function byteSums(cpuinfo = readCpuinfo(), arch: string = process.arch): ByteSums {
  return arch !== 'x64' || hasDotProducts(cpuinfo) ? 'exact' : 'saturating';
}

/**
 * The largest signed weight that products with unsigned bytes are right for: two products of 255 and 64 fit into
 * 16 bits.
 */
export const largestByteWeight = (sums: ByteSums): number => (sums === 'exact' ? 127 : 64);

/**
 * Identifies this processor: onnxruntime optimizes a model alike on equal ones. Outside Linux, without the list of
 * instruction sets, it is the processor's name.
 */
export function processorName(cpuinfo = readCpuinfo()): string {
  const flags = [...(flagsOf(cpuinfo) ?? [])].sort();
  return [process.platform, process.arch, cpus()[0]?.model ?? '', ...flags].join(' ');
}

function flagsOf(cpuinfo: string): ReadonlySet<string> | null {
  const line = /^flags\s*:(.*)$/m.exec(cpuinfo);
  return line && new Set(line[1]?.trim().split(/\s+/));
}

function readCpuinfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return '';
  }
}
