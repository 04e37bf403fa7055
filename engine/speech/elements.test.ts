/** Elements of markup in speech streams. */
import { describe, expect, test } from 'vitest';
import { analyse } from '../../language/text/analyse.ts';
import { EngineError } from '../errors.ts';
import { FakeLanes, WORD_MS } from '../lanes/testing.ts';
import type { MarkTiming } from '../types.ts';
import { LEAD_MS } from './gap.ts';
import type { NamedVoice } from './narrator.ts';
import { collect, heard, narratorOn, streamOn, textOf, unitsOf, untilStop, wordsOf } from './testing.ts';

const DOCUMENT =
  '<speak version="1.0"><p>At <lang:fr>14h30. À bientôt !</lang> Then <prosody rate="slow">it costs ' +
  '<sub alias="nine euros">9 €</sub>. Yes</prosody></p>\n<s>Dial <say-as interpret-as="digits">911</say-as>' +
  '<break time="10ms"/> <mark name="end"/>now</s></speak>';

/** The words that the lanes received, with language and prosody, and the punctuation marks. */
async function asked(frames: readonly string[], whole = false): Promise<unknown[]> {
  const lanes = new FakeLanes();
  const stream = streamOn(lanes);
  if (whole) stream.push({ text: frames.join('') }, null);
  else for (const frame of frames) stream.push(frame, null);
  stream.finish(null);
  const chunks = await untilStop(stream);
  stream.close();
  expect(textOf(chunks)).toBe(frames.join(''));
  return lanes.asked.flatMap((request) => {
    if (request.kind !== 'prepare') return [];
    const tokens = analyse(request.segments, request.lang, request.source);
    return tokens.map((token) =>
      token.kind === 'word' ? [token.unit, token.spoken, token.lang, token.prosody?.rate] : token,
    );
  });
}

describe('elements', () => {
  test('mean the same however the text is divided', async () => {
    const all = await asked([DOCUMENT], true);
    expect(all).toContainEqual(['À', 'À', 'fr', undefined]);
    expect(all).toContainEqual(['9 €', 'nine euros', undefined, 0.75]);
    expect(all).toContainEqual(['Yes', 'Yes', undefined, 0.75]);
    expect(all).toContainEqual(['911', 'nine one one', undefined, undefined]);
    for (const size of [1, 2, 7, 40]) {
      const frames = DOCUMENT.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
      expect(await asked(frames)).toEqual(all);
    }
  });

  test('end with the utterance, the context and a reset', async () => {
    const lanes = new FakeLanes();
    const stream = streamOn(lanes);
    stream.push('<lang:fr>Un.', 'a');
    stream.finish(null);
    stream.push('<lang:fr>Deux.', 'a');
    stream.push('Three.', 'b');
    stream.push('<lang:fr>Quatre.', 'b');
    stream.end();
    await collect(stream);
    const langs = lanes.asked.flatMap((request) =>
      request.kind === 'prepare'
        ? [request.segments.findLast((segment) => segment.kind === 'text')?.style?.lang]
        : [],
    );
    expect(langs).toEqual(['fr', 'fr', undefined, 'fr']);
  });

  test('an unsupported language is refused, and the text after it is spoken', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('Hello <lang:xx>there</lang>. And so on. ', null);
    stream.finish(null);
    await expect(stream.next()).rejects.toMatchObject({ status: 422, type: 'language_unsupported' });
    expect(textOf(await untilStop(stream))).toBe('And so on. ');
    stream.close();
  });

  test('a paragraph of markup leaves the silence of one', async () => {
    const silenceOf = async (text: string): Promise<number> => {
      const stream = streamOn(new FakeLanes());
      stream.push({ text }, null);
      stream.end();
      return heard(await collect(stream))[2]?.[1] ?? 0;
    };
    const paragraph = await silenceOf('One.\n\nTwo.');
    expect(await silenceOf('<p>One.</p><p>Two.</p>')).toBe(paragraph);
    expect(await silenceOf('One.<p>Two.</p>')).toBe(paragraph);
    expect(await silenceOf('<s>One.</s><s>Two.</s>')).toBe(await silenceOf('One. Two.'));
  });
});

describe('voices', () => {
  const other: NamedVoice = {
    source: { engine: 'espeak', espeakVoice: 'fr' } as NamedVoice['source'],
    topK: null,
    wordVoice: 'Other',
    onWork: () => undefined,
  };
  const streamWith = (lanes: FakeLanes) =>
    streamOn(lanes, {
      narrator: narratorOn(lanes, {
        named: async (id) => {
          if (id === 'other') return other;
          throw new EngineError('voice_of_text', { values: { id, reason: 'no' } });
        },
      }),
    });
  const voicesOf = (lanes: FakeLanes): unknown[] =>
    lanes.asked.flatMap((request) =>
      request.kind === 'prepare' ? [[request.source.replace(/<[^>]*>/g, ''), request.voice]] : [],
    );

  test.each([true, false])('speak their contents, in a whole text or in parts: %s', async (whole) => {
    const lanes = new FakeLanes();
    const stream = streamWith(lanes);
    const text = 'Who is there <voice name="other">It is me. Really</voice> Come in.';
    if (whole) stream.push({ text }, null);
    else for (const character of text) stream.push(character, null);
    stream.end();
    expect(textOf(await collect(stream))).toBe(text);
    const main = { engine: 'espeak' };
    expect(voicesOf(lanes)).toEqual([
      ['Who is there ', main],
      ['It is me. ', other.source],
      ['Really', other.source],
      [' Come in.', main],
    ]);
  });

  test('that are unknown or read no phonemes are refused, and the text after them is spoken', async () => {
    for (const text of [
      '<voice name="none">No.</voice>',
      '<voice name="other"><phoneme:nəʊ>no</phoneme>.</voice>',
    ]) {
      const stream = streamWith(new FakeLanes());
      stream.push(`${text} Yes. `, 'a');
      stream.finish(null);
      await expect(stream.next()).rejects.toMatchObject({ status: 422, contextId: 'a' });
      expect(unitsOf(await untilStop(stream))).toEqual(['Yes']);
      stream.close();
    }
  });

  test('are refused by name if there are none', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('<voice name="other">No.</voice>', null);
    stream.end();
    await expect(stream.next()).rejects.toThrow('<voice> is not supported');
  });
});

describe('marks', () => {
  const marksOf = async (
    text: string,
  ): Promise<{ marks: readonly MarkTiming[]; starts: readonly number[] }> => {
    const stream = streamOn(new FakeLanes());
    stream.push({ text }, null);
    stream.end();
    const chunks = await collect(stream);
    return {
      marks: chunks.flatMap(({ alignment }) => alignment?.marks ?? []),
      starts: wordsOf(chunks).map(({ startMs }) => startMs),
    };
  };

  test('are where the next word begins', async () => {
    const { marks, starts } = await marksOf(
      '<mark name="a"/>One <mark name="b"/>two. <mark name="c"/>Three.',
    );
    expect(marks).toEqual([
      { name: 'a', timeMs: starts[0], charOffset: 0 },
      { name: 'b', timeMs: starts[1], charOffset: 20 },
      { name: 'c', timeMs: starts[2], charOffset: 41 },
    ]);
  });

  test('after the last word, before a pause or at the end, are at the end of that word', async () => {
    const { marks } = await marksOf('One <mark name="a"/><break time="1s"/> two.<mark name="b"/>');
    const end = LEAD_MS + WORD_MS;
    expect(marks.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(marks[0]?.timeMs).toBe(end);
    expect(marks[1]?.timeMs).toBeGreaterThanOrEqual(end + 1000 + WORD_MS);
  });

  test('behind a last pause come all the same', async () => {
    const { marks } = await marksOf('One. <break time="500ms"/><mark name="a"/>');
    expect(marks).toMatchObject([{ name: 'a' }]);
    expect(marks[0]?.timeMs).toBeGreaterThanOrEqual(500 + WORD_MS);
  });

  test('have no field if there are none', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One.', null);
    stream.end();
    for (const { alignment } of await collect(stream)) expect(alignment).not.toHaveProperty('marks');
  });
});
