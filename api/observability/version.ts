import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Version of the API; the software has its own version. */
export const INTERFACE_VERSION = '0.1.0';

/** Version of the software, from the package.json above this file (which lies one level deeper when compiled). */
export const VERSION: string = readVersion(import.meta.dirname);

function readVersion(folder: string): string {
  const path = join(folder, 'package.json');
  if (existsSync(path)) {
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version?: unknown };
    if (typeof version === 'string') return version;
  }
  const parent = dirname(folder);
  if (parent === folder) throw new Error('There is no package.json above the program');
  return readVersion(parent);
}
