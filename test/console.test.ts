/** The console in a real browser. One server and one browser serve all that needs no microphone. */
import { describe } from 'vitest';
import { entranceTests } from './console/entrance.ts';
import { consoleHouse } from './console/house.ts';
import { pronouncingTests } from './console/pronouncing.ts';
import { speakingTests } from './console/speaking.ts';

const house = consoleHouse();

entranceTests(house);
describe('Speak', () => speakingTests(house));
describe('Pronounce', () => pronouncingTests(house));
