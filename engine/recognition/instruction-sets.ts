import { readFileSync } from 'node:fs';

/** Used unconditionally by the prebuilt whisper.cpp for x86-64 (the level of Intel's Haswell). */
const NEEDED = ['avx2', 'fma', 'f16c', 'bmi2', 'movbe'];

/**
 * Instruction sets that the recogniser needs and this processor lacks; without them its process dies of an illegal
 * instruction. Empty when that cannot be determined (not Linux, not x86-64).
 * @param cpuinfo contents of /proc/cpuinfo
 */
export function missingInstructions(cpuinfo = readCpuinfo(), arch: string = process.arch): readonly string[] {
  const line = /^flags\s*:(.*)$/m.exec(cpuinfo);
  if (arch !== 'x64' || !line) return [];
  const flags = new Set(line[1]?.trim().split(/\s+/));
  return NEEDED.filter((flag) => !flags.has(flag));
}

function readCpuinfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return '';
  }
}
