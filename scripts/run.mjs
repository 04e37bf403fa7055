// run.mjs MODULE [ARGUMENT...]: installs and builds as needed, then imports dist/MODULE.js into this process, so that
// signals, standard streams and the exit code are those of the module.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { checkNode, isMain, main, root, ScriptError } from './lib.mjs';

/** Imports a compiled module as if node had been started with it: its arguments are in `process.argv.slice(2)`. */
export async function importModule(name, args) {
  const file = path.join(root, 'dist', `${name}.js`);
  if (!existsSync(file)) throw new ScriptError(`there is no module ${name}`, 2);
  process.argv = [process.execPath, file, ...args];
  return await import(pathToFileURL(file).href);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const [name, ...args] = process.argv.slice(2);
    if (name === undefined) throw new ScriptError('usage: node scripts/run.mjs MODULE [ARGUMENT...]', 2);
    checkNode();
    await install();
    await build();
    await importModule(name.replace(/\.[jt]s$/, ''), args);
  });
}
