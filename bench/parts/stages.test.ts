import { expect, it } from 'vitest';
import { ENROLMENT_STAGES } from '../report/figures.ts';
import { stageTiming } from './stages.ts';

it('gives every stage the time until the next one began', () => {
  const marks = [
    { stage: 'decode', atMs: 105 },
    { stage: 'check', atMs: 110 },
    { stage: 'transcribe', atMs: 130 },
    { stage: 'align', atMs: 1130 },
    { stage: 'learn', atMs: 3130 },
    // A second progress report of the same stage.
    { stage: 'learn', atMs: 4000 },
  ];
  expect(stageTiming(ENROLMENT_STAGES, marks, 100, 4100)).toEqual({
    wholeMs: 4000,
    stagesMs: { decode: 5, check: 20, transcribe: 1000, align: 2000, learn: 970 },
  });
});

it('gives omitted stages no time, and refuses unknown ones', () => {
  expect(stageTiming(ENROLMENT_STAGES, [{ stage: 'align', atMs: 0 }], 0, 7).stagesMs).toMatchObject({
    align: 7,
    learn: 0,
  });
  expect(() => stageTiming(ENROLMENT_STAGES, [{ stage: 'listen', atMs: 0 }], 0, 7)).toThrow(RangeError);
});
