import { readFileSync } from 'node:fs';
import type { Environment } from './declaration.ts';

/**
 * Reads secrets from files: if `NAME` is a secret, `NAME_FILE` may be the path of a file that contains it, as
 * containers get them. Surrounding white space is removed.
 * @param problems gets a line for each file that cannot be used, without its contents
 */
export function withSecretFiles(
  env: Environment,
  secrets: readonly string[],
  problems: string[],
): Environment {
  const read: Record<string, string> = {};
  for (const name of secrets) {
    const path = env[`${name}_FILE`];
    if (path === undefined) continue;
    if (env[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: remove one of them`);
    const text = textOf(path);
    if (text) read[name] = text;
    else {
      const expected = `the path of a readable file that contains ${name}`;
      problems.push(`${name}_FILE must be ${expected}, not ${JSON.stringify(path)}`);
    }
  }
  return { ...env, ...read };
}

/** @returns null when the file cannot be read */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
