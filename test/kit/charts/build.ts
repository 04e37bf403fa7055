/** Builds and fetches what the chart is tested with, so that no test waits for it. */
import { chartTools } from '../chart-tools.ts';

console.log(await chartTools());
