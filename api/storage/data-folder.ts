import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Suffixes of the files that SQLite keeps beside a database file, and of the file itself. */
const BESIDE = ['', '-wal', '-shm', '-journal'];
const OTHERS = 0o077;
/** Mode bit of a folder that everybody may write to, such as /tmp. The permissions of such a folder are not changed. */
const STICKY = 0o1000;

/**
 * Creates the folder of a database, and removes all permissions of group and others from it and from the files in it,
 * as far as this user may: an existing folder, or one from a backup, may be readable by all.
 * @param file the database file, which need not exist
 */
export function closeToOthers(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of [folder, ...BESIDE.map((suffix) => file + suffix)]) {
    const mode = modeOf(path);
    if (mode === null || (mode & OTHERS) === 0 || (mode & STICKY) !== 0) continue;
    try {
      chmodSync(path, mode & 0o700);
    } catch {
      // `openToOthers` reports it.
    }
  }
}

/** Returns the paths that group or others can still access. */
export function openToOthers(folder: string, file: string): string[] {
  const paths = [folder, ...BESIDE.map((suffix) => file + suffix)];
  return paths.filter((path) => ((modeOf(path) ?? 0) & OTHERS) !== 0);
}

/** Null when there is no such file, or it has no such permissions. */
function modeOf(path: string): number | null {
  // Windows has other permissions.
  if (process.platform === 'win32') return null;
  return statSync(path, { throwIfNoEntry: false })?.mode ?? null;
}
