/** Builds the S3 store for tests, so that no test waits for it. */
import { buildVersityGw } from '../versitygw-program.ts';

console.log(await buildVersityGw());
