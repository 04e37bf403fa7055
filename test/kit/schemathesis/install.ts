/** Installs schemathesis for tests, so that no test waits for it. */
import { installSchemathesis } from '../schemathesis.ts';

console.log(await installSchemathesis());
