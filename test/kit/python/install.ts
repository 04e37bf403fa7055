/** Installs the Python packages of tests, or those that are named, so that no test waits for them. */
import { ALL_PYTHON_PACKAGES, installPython } from './packages.ts';

const named = process.argv.slice(2);
for (const packages of ALL_PYTHON_PACKAGES) {
  if (named.length === 0 || named.includes(packages)) console.log(await installPython(packages));
}
