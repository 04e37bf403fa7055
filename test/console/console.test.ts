/** The console in a real browser. One server and one browser serve all that needs no microphone. */
import { describe } from 'vitest';
import { consoleHouse } from '../kit/console-house.ts';
import { entranceTests } from './entrance.ts';
import { pronouncingTests } from './pronouncing.ts';
import { speakingTests } from './speaking.ts';

const house = consoleHouse();

entranceTests(house);
describe('Speak', () => speakingTests(house));
describe('Pronounce', () => pronouncingTests(house));
