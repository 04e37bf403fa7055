import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('a link contains the whole draft behind its #, and opens it again', async () => {
  vi.stubGlobal('location', { origin: 'https://parley.example', pathname: '/', hash: '' });
  const { draftIn, linkTo } = await import('./draft.ts');
  const draft = { text: 'Tea & “cake”?\n#1 +1', langCode: 'pt-br', voiceId: 'kokoro-af_heart', speed: 1.25 };
  const link = linkTo(draft);
  expect(link).toMatch(/^https:\/\/parley\.example\/#\/speak\?text=/);
  expect(draftIn(new URL(link).hash)).toEqual(draft);
  expect(draftIn('#/speak')).toBeNull();
  expect(draftIn('#/speak?lang=de')).toBeNull();
  expect(draftIn('#/speak?text=Hi&speed=99&lang=')).toEqual({
    text: 'Hi',
    langCode: 'en',
    voiceId: '',
    speed: 1,
  });
});
