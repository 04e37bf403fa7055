import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');

/**
 * Compiles a TypeScript file and its imports, for tests that start a program so often that compiling it each time would
 * take most of their time.
 * @param entry path within the repository
 * @param threads files that it starts as threads, which are not imported
 * @returns the JavaScript file for `node`, and a function that removes it
 */
export async function compile(
  entry: string,
  ...threads: string[]
): Promise<{ path: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-compiled-'));
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    rootDir: REPOSITORY,
    outDir: join(folder, 'out'),
    typeRoots: [join(REPOSITORY, 'node_modules', '@types')],
  };
  const config = join(folder, 'tsconfig.json');
  const files = [entry, ...threads].map((file) => join(REPOSITORY, file));
  writeFileSync(
    config,
    JSON.stringify({ extends: join(REPOSITORY, 'tsconfig.json'), compilerOptions, files, include: [] }),
  );
  // Marks the files as modules, and contains their version.
  copyFileSync(join(REPOSITORY, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  await promisify(execFile)(process.execPath, [compiler(), '-p', config]);
  return {
    path: join(folder, 'out', entry.replace(/\.ts$/, '.js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function compiler(): string {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { tsc: string } };
  return join(dirname(manifest), bin.tsc);
}
