import { afterEach, expect, test } from 'vitest';
import { EngineError } from '../../engine/index.ts';
import { CloningEngine, referenceOf } from '../../test/kit/cloning-engine.ts';
import { heardIn } from '../../test/kit/made-voices.ts';
import { type PreviewWanted, speakPreviews } from './previews.ts';

const FOREVER = new AbortController().signal;
const engine = new CloningEngine();
afterEach(() => {
  expect(engine.openStreams).toBe(0);
  engine.onOpen = null;
  engine.opened.length = 0;
});

const wanted = (...sounds: string[]): PreviewWanted[] =>
  sounds.map((sound, i) => {
    const request = { audio: Buffer.from(sound), lang: 'en', transcript: null };
    return { reference: referenceOf(request), topK: i === 1 ? 10 : null };
  });

const soundOf = (codes: Uint8Array | undefined): string => Buffer.from(codes ?? []).toString();

test('previews are spoken two at a time, and returned in order', async () => {
  let most = 0;
  engine.onOpen = () => {
    most = Math.max(most, engine.openStreams + 1);
    return undefined;
  };
  const sounds = ['first.', 'second', 'third.', 'fourth'];
  const previews = await speakPreviews(engine, wanted(...sounds), 'Hello.', { signal: FOREVER });
  expect(previews.map((preview) => heardIn('wav' in preview ? preview.wav : ''))).toEqual(sounds);
  expect(most).toBe(2);
  expect(engine.opened.map(({ settings }) => settings.topK)).toEqual([null, 10, null, null]);
  expect(engine.opened.every(({ settings }) => settings.temperature === null)).toBe(true);
  // Lanes cache references by id, so every preview needs its own.
  expect(new Set(engine.opened.map(({ clone }) => clone?.referenceId)).size).toBe(4);
});

test('a preview that fails, or is empty, does not prevent the others', async () => {
  engine.onOpen = (_settings, clone) => {
    if (soundOf(clone?.codes) === 'second') {
      throw new EngineError('speech_overloaded');
    }
    return undefined;
  };
  expect(
    await speakPreviews(engine, wanted('first.', 'second', '', 'fourth'), 'Hello.', { signal: FOREVER }),
  ).toEqual([
    { wav: expect.any(String) },
    {
      reason: 'The server is already synthesizing as much as it can in real time; try again shortly.',
    },
    { reason: 'The preview text contains nothing to speak' },
    { wav: expect.any(String) },
  ]);
});

test('a preview that takes too long is reported, and not cut short', async () => {
  engine.onOpen = (_settings, clone) => (soundOf(clone?.codes) === 'second' ? 'silent' : undefined);
  const previews = await speakPreviews(engine, wanted('first.', 'second', 'third.'), 'Hello.', {
    signal: FOREVER,
    deadlineMs: 300,
  });
  expect(previews).toEqual([
    { wav: expect.any(String) },
    { reason: 'It was not synthesized within 0.3 s' },
    { wav: expect.any(String) },
  ]);
});

test('when the client disconnects, previews are aborted', async () => {
  engine.onOpen = () => 'silent';
  const gone = new AbortController();
  const asked = speakPreviews(engine, wanted('first.', 'second', 'third.'), 'Hello.', {
    signal: gone.signal,
  });
  gone.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  expect(engine.opened).toHaveLength(2);
});
