/** The console in a real browser. One server and one browser for all tests that need no microphone. */
import { describe } from 'vitest';
import { consoleSetup } from '../kit/console-setup.ts';
import { entranceTests } from './entrance.ts';
import { keepingTests } from './keeping.ts';
import { pronouncingTests } from './pronouncing.ts';
import { speakingTests } from './speaking.ts';

const setup = consoleSetup();

entranceTests(setup);
describe('Speak', () => speakingTests(setup));
describe('Restore and Keys', () => keepingTests(setup));
describe('Pronounce', () => pronouncingTests(setup));
