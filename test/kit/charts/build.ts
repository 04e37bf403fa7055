/** Builds and fetches the tools for tests of the chart, so that no test waits for them. */
import { chartTools } from '../chart-tools.ts';

console.log(await chartTools());
