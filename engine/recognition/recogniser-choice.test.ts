import { expect, test } from 'vitest';
import { isMultilingual } from '../../model-files/model.ts';
import { ALL_MODELS } from '../../model-files/public-models.ts';
import { RECOGNISERS } from '../../model-files/wanted.ts';
import { type Candidate, chooseRecogniser, type RecognitionUse } from './recogniser-choice.ts';

const QUICK = { cpuSeconds: 0.3, delayMs: 200 };
const SLOW = { cpuSeconds: 1.6, delayMs: 900 };
const VERY_SLOW = { cpuSeconds: 8, delayMs: 5000 };

function candidate(size: string, measured: Candidate['measured'] = null): Candidate {
  return candidateOf(`whisper-${size}`, measured);
}

function candidateOf(id: string, measured: Candidate['measured'] = null): Candidate {
  const model = ALL_MODELS.find((one) => one.id === id);
  if (!model) throw new Error(`there is no model ${id}`);
  return { id, isMultilingual: isMultilingual(model), measured };
}

function chosen(lang: string, use: RecognitionUse, installed: readonly Candidate[], rule = {}) {
  return chooseRecogniser(lang, use, installed, { preferred: null, cores: 2, ...rule });
}

test('the most accurate that was measured to be quick enough hears callers; recordings may take longer', () => {
  const installed = [candidate('tiny.en', QUICK), candidate('base', QUICK), candidate('small', SLOW)];
  expect(chosen('en', 'conversations', installed)?.id).toBe('whisper-tiny.en');
  expect(chosen('de', 'conversations', installed)?.id).toBe('whisper-base');
  expect(chosen('en-GB', 'files', installed)?.id).toBe('whisper-small');
  expect(chosen('de', 'files', installed)?.id).toBe('whisper-small');
  expect(chosen('', 'files', installed)?.id).toBe('whisper-small');
  const fast = [candidate('tiny.en', QUICK), candidate('base', QUICK), candidate('small', QUICK)];
  for (const lang of ['en', 'de']) expect(chosen(lang, 'conversations', fast)?.id).toBe('whisper-small');
});

test('a model that answers soon but takes too much of a small machine is left to a larger one', () => {
  const installed = [candidate('base', QUICK), candidate('small', { cpuSeconds: 1.6, delayMs: 300 })];
  expect(chosen('de', 'conversations', installed, { cores: 2 })?.id).toBe('whisper-base');
  expect(chosen('de', 'conversations', installed, { cores: 4 })?.id).toBe('whisper-small');
});

test('where none is quick enough, the one that costs least; where there is one, that one', () => {
  const installed = [candidate('small', SLOW), candidate('base', { cpuSeconds: 2, delayMs: 1100 })];
  expect(chosen('fr', 'conversations', installed)?.id).toBe('whisper-small');
  expect(chosen('fr', 'files', [candidate('large-v3-turbo-q5_0', VERY_SLOW)])?.id).toBe(
    'whisper-large-v3-turbo-q5_0',
  );
  expect(chosen('fr', 'files', [candidate('tiny.en', QUICK)])).toBeNull();
  expect(chosen('tlh', 'files', installed)).toBeNull();
});

test('a recogniser without word times hears callers, and recordings only if there is no other', () => {
  const moonshine = candidateOf('moonshine-tiny.en', QUICK);
  const installed = [candidate('tiny.en', QUICK), moonshine];
  expect(chosen('en', 'conversations', installed)?.id).toBe('moonshine-tiny.en');
  expect(chosen('en', 'files', installed)?.id).toBe('whisper-tiny.en');
  expect(chosen('en', 'files', [moonshine])?.id).toBe('moonshine-tiny.en');
  expect(chosen('de', 'conversations', [moonshine])).toBeNull();
});

test('what RECOGNISER names is used wherever it knows the language', () => {
  const installed = [candidate('tiny.en', QUICK), candidate('base', QUICK), candidate('small', VERY_SLOW)];
  expect(chosen('en', 'conversations', installed, { preferred: 'whisper-small' })).toMatchObject({
    id: 'whisper-small',
    reason: 'chosen by RECOGNISER',
  });
  expect(chosen('de', 'conversations', installed, { preferred: 'whisper-tiny.en' })?.id).toBe('whisper-base');
});

test('every model of the catalogue has a place, and is assumed to cost something before it is measured', () => {
  for (const id of RECOGNISERS) {
    const only = chosen('en', 'files', [candidateOf(id)]);
    expect(only?.cost.isMeasured).toBe(false);
    expect(only?.cost.delayMs).toBeLessThan(10_000);
  }
  const all = RECOGNISERS.map((id) => candidateOf(id));
  expect(chosen('en', 'conversations', all)).toMatchObject({
    id: 'whisper-base.en',
    reason: expect.stringContaining('whisper-small is more accurate, but too slow'),
  });
});
