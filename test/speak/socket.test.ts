/** `GET /speak/{lang_code}` upgraded: frames in, messages out, contexts and commands. */
import { describe, expect, test } from 'vitest';
import { type SpeechMessage, textOf, wordsOf } from '../kit/clients/messages.ts';
import { sleep } from '../kit/server.ts';
import { socketSetup } from '../kit/socket-setup.ts';
import { decode, joinAudio, rms } from '../kit/sounds/audio.ts';

const setup = socketSetup({ sampling_rate: 8000 });
const { open } = setup;

const samplesOf = (message: SpeechMessage): number => Buffer.from(message.data.audio, 'base64').length / 2;
const secondsOf = (messages: readonly SpeechMessage[]): number => joinAudio(messages).length / 2 / 8000;

describe('messages', () => {
  test('have the fields that clients read, and exactly one of them is the stop', async () => {
    const client = await open();
    const messages = await client.say('Hello there, how are you today?');
    for (const message of messages) {
      expect(Object.keys(message)).toEqual(['status_code', 'data']);
      expect(message.status_code).toBe(200);
      expect(Object.keys(message.data).sort()).toEqual([
        'audio',
        'context_id',
        'sampling_rate',
        'stop',
        'text',
      ]);
      expect(message.data.context_id).toBeNull();
      expect(message.data.sampling_rate).toBe(8000);
      expect(samplesOf(message)).toBeGreaterThanOrEqual(1);
    }
    expect(messages.map(({ data }) => data.stop).lastIndexOf(false)).toBe(messages.length - 2);
    expect(textOf(messages)).toBe('Hello there, how are you today?');
    expect(rms(decode(joinAudio(messages), 'pcm_linear'))).toBeGreaterThan(0.02);
  });

  test('contain alignment if requested', async () => {
    const client = await open({ timestamps: true });
    const text = 'It costs $5.50, Dr. Smith.';
    const messages = await client.say(text);
    for (const { data } of messages) expect(Object.keys(data)).toContain('alignment');
    const words = wordsOf(messages);
    expect(words.map(({ unit }) => unit)).toEqual(['It', 'costs', '$5.50', 'Dr.', 'Smith']);
    for (const word of words) expect(text.slice(word.charStart, word.charEnd)).toBe(word.unit);
  });

  test('nothing is sent unasked', async () => {
    const client = await open({ timestamps: true });
    await sleep(1200);
    expect(client.messages).toEqual([]);
    client.send({ text: '' });
    client.send({ text: '', context_id: 'x' });
    client.send('');
    await sleep(700);
    expect(client.messages, 'a keep-alive gets no answer').toEqual([]);
    await client.say('Hello.');
    await sleep(700);
    expect(client.stops).toHaveLength(1);
  });
});

describe('frames', () => {
  test.each([
    ['raw text', 'Hello there.'],
    ['JSON', { text: 'Hello there.' }],
    ['JSON with more fields', { text: 'Hello there.', context_id: null, voice: 'x', flush: true }],
    ['JSON with white space around it', ' \n{"text": "Hello there."} '],
  ])('%s', async (_what, frame) => {
    const client = await open();
    expect(textOf(await client.say(frame))).toBe('Hello there.');
  });

  test.each(['{not JSON} at all', '[1, 2, 3]', '"quoted"', '42', 'null', '{}...', '{'])(
    'anything but a JSON object is raw text: %s',
    async (text) => {
      const client = await open();
      const messages = await client.say(`${text}`, ' And more.');
      expect(client.errors).toEqual([]);
      expect(textOf(messages)).toBe(`${text} And more.`);
    },
  );

  test('a binary frame is text as well', async () => {
    const client = await open();
    client.socket.send(Buffer.from('{"text": "Größe"}'));
    client.socket.send(Buffer.from(' zwölf.'));
    client.send('<STOP>');
    expect(textOf(await client.untilStop())).toBe('Größe zwölf.');
  });

  test.each([
    '{"text": "Hello',
    '{"text": 5}',
    '{"context_id": "a"}',
    '{"text": "Hi.", "context_id": 5}',
    '{"text": null}',
    `{"text": "Hi.", "context_id": "${'c'.repeat(1001)}"}`,
    '{}',
  ])('a broken one is an error message, and the next text works: %.40s', async (frame) => {
    const client = await open();
    client.send(frame);
    await client.waitFor('the error', ({ errors }) => errors.length === 1);
    const [error] = client.errors;
    expect(Object.keys(error!).sort()).toEqual(['data', 'errors', 'status_code', 'type']);
    expect(error).toMatchObject({ type: 'error', status_code: 422, data: { audio: '', context_id: null } });
    expect(error?.errors?.[0]).toBeTypeOf('string');
    expect(textOf(await client.say('Hello again.'))).toBe('Hello again.');
  });

  test('invalid UTF-8 closes that socket and no other', async () => {
    const [client, other] = [await open(), await open()];
    client.socket.send(Buffer.from([0x48, 0x69, 0xff, 0xfe, 0x2e]), { binary: false });
    await client.closed;
    expect(textOf(await other.say('Still here.'))).toBe('Still here.');
  });
});

describe('<STOP>', () => {
  test.each([
    ['alone, as text', ['Hello there.', '<STOP>']],
    ['alone, as JSON', ['Hello there.', { text: '<STOP>' }]],
    ['at the end of a text', ['Hello there.<STOP>']],
    ['behind a space', ['Hello there. <STOP>']],
    ['before white space', ['Hello there. <STOP> \n']],
    ['at the end of JSON', [{ text: 'Hello there. <STOP>' }]],
    ['behind an unfinished sentence', ['Hello', ' there', '<STOP>']],
    ['several in one text', ['Hello there. <STOP> <STOP>']],
  ])('%s: one stop message', async (_what, frames) => {
    const client = await open();
    for (const frame of frames) client.send(frame);
    const messages = await client.untilStop();
    expect(textOf(messages).trim()).toMatch(/^Hello there\.?$/);
    expect(samplesOf(messages.at(-1)!)).toBeGreaterThanOrEqual(1);
    await sleep(300);
    expect(client.stops).toHaveLength(1);
    expect(client.messages.at(-1)?.data.stop).toBe(true);
  });

  test('is answered with a little silence when nothing is left', async () => {
    const client = await open();
    for (let i = 1; i <= 3; i++) {
      client.send({ text: '<STOP>', context_id: `c${i}` });
      await client.untilStop(i);
    }
    expect(client.messages).toHaveLength(3);
    for (const [i, message] of client.messages.entries()) {
      expect(message.data).toMatchObject({ stop: true, context_id: `c${i + 1}`, text: '' });
      expect(samplesOf(message)).toBeGreaterThanOrEqual(1);
      expect(samplesOf(message)).toBeLessThan(800);
    }
  });

  test('is answered after unspeakable text, too', async () => {
    const client = await open();
    for (const text of ['😀', ' ', '...', '***']) {
      const messages = await client.say(text);
      expect(textOf(messages)).toBe(text);
      expect(messages).toHaveLength(1);
    }
  });

  test('five in a row are five answers, each after its text', async () => {
    const client = await open();
    const words = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
    for (const [i, text] of words.entries()) client.send({ text: `${text}<STOP>`, context_id: String(i) });
    const messages = await client.untilStop(5);
    for (const [i, text] of words.entries()) {
      const own = messages.filter(({ data }) => data.context_id === String(i));
      expect(textOf(own)).toBe(text);
      expect(own.filter(({ data }) => data.stop)).toEqual([own.at(-1)]);
    }
  });

  test('in the middle of a text it is text', async () => {
    const client = await open();
    expect(textOf(await client.say('Please <STOP> the car.'))).toBe('Please <STOP> the car.');
    expect(client.stops).toHaveLength(1);
  });
});

describe('buffering', () => {
  test('a whole sentence is spoken without waiting for <STOP>', async () => {
    const client = await open();
    client.send('This is a sentence. And this is');
    await client.waitFor('its sound', ({ messages }) => messages.length > 0);
    expect(client.messages[0]?.data.text.trim()).toBe('This is a sentence.');
  });

  test('the rest is spoken when nothing more comes', async () => {
    const client = await open();
    client.send('and this is');
    await client.waitFor('the rest', ({ messages }) => textOf(messages) === 'and this is');
    expect(client.stops).toEqual([]);
    client.send(' a sentence.');
    await client.waitFor('more', ({ messages }) => textOf(messages) === 'and this is a sentence.');
  });

  test.each([[1], [2], [3], [7]])(
    'frames of %i characters may divide words, numbers and tags',
    async (size) => {
      const client = await open({ timestamps: true });
      const text =
        'Dr. Smith paid $12.50 at 5:30 for <phoneme:təˈmɑːtoʊ>tomato</phoneme> soup.<pause:300ms> It was 98.6° ' +
        'hot! 😀 Bye.';
      const chars = text.match(new RegExp(`[^]{1,${size}}`, 'gu'))!;
      const messages = await client.say(...chars);
      expect(client.errors).toEqual([]);
      expect(textOf(messages)).toBe(text);
      const words = wordsOf(messages);
      for (const word of words) expect(text.slice(word.charStart, word.charEnd)).toBe(word.unit);
      const units = words.map(({ unit }) => unit);
      expect(units).toEqual(
        expect.arrayContaining(['Dr.', '$12.50', '5:30', 'tomato', 'soup', '98.6°', 'Bye']),
      );
      const whole = await (await open({ timestamps: true })).say(text);
      expect(wordsOf(whole).map(({ unit }) => unit)).toEqual(units);
      expect(Math.abs(secondsOf(messages) / secondsOf(whole) - 1)).toBeLessThan(0.05);
    },
  );

  test('JSON may even divide a surrogate pair', async () => {
    const client = await open();
    const text = 'Well 😀 done 𝒟r. Who.';
    const messages = await client.say(...text.split('').map((unit) => ({ text: unit })));
    expect(textOf(messages)).toBe(text);
  });

  test('white space and keep-alives between frames change nothing', async () => {
    const client = await open({ timestamps: true });
    const messages = await client.say('One ', { text: '' }, 'two', { text: '' }, ' three.', ' ', 'Four', '.');
    expect(textOf(messages)).toBe('One two three. Four.');
    expect(wordsOf(messages).map(({ unit }) => unit)).toEqual(['One', 'two', 'three', 'Four']);
  });
});

describe('contexts', () => {
  test('speak in order of arrival, never interleaved, each under its own id', async () => {
    const client = await open({ timestamps: true });
    const frames: [string | null, string][] = [
      ['a', 'First context, first sentence. '],
      ['a', 'First context, second'],
      ['b', 'Second context. '],
      [null, 'No context. '],
      ['a', 'First context again.'],
      ['c', '😀'],
      ['d', 'Fourth.'],
    ];
    for (const [contextId, text] of frames) client.send({ text, context_id: contextId });
    client.send({ text: '<STOP>', context_id: 'd' });
    const messages = await client.untilStop();
    const order = messages
      .map(({ data }) => data.context_id)
      .filter((id, i, all) => i === 0 || id !== all[i - 1]);
    expect(order.filter((id) => id !== 'c')).toEqual(['a', 'b', null, 'a', 'd']);
    const textIn = (id: string | null): string =>
      textOf(messages.filter(({ data }) => data.context_id === id));
    expect(textIn('a')).toBe('First context, first sentence. First context, secondFirst context again.');
    expect(textIn('b')).toBe('Second context. ');
    expect(textIn(null)).toBe('No context. ');
    expect(textIn('d'), 'the text of another context').toBe('Fourth.');
    // Offsets continue through all contexts, into everything that was sent.
    const all = frames.map(([, text]) => text).join('');
    for (const word of wordsOf(messages)) expect(all.slice(word.charStart, word.charEnd)).toBe(word.unit);
  });

  test('text without sound keeps its own context, also at the start', async () => {
    const client = await open();
    client.send({ text: '😀, ', context_id: 'a' });
    client.send({ text: '...', context_id: 'b' });
    client.send({ text: 'Hello.', context_id: 'c' });
    client.send({ text: '😀', context_id: 'd' });
    client.send({ text: '<STOP>', context_id: 'e' });
    const messages = await client.untilStop();
    const textIn = (id: string): string => textOf(messages.filter(({ data }) => data.context_id === id));
    expect(['a', 'b', 'c', 'd', 'e'].map(textIn)).toEqual(['😀, ', '...', 'Hello.', '😀', '']);
    for (const message of messages) expect(samplesOf(message)).toBeGreaterThan(0);
  });

  test('an error has the context of its text', async () => {
    const client = await open();
    client.send({ text: 'Good.', context_id: 'a' });
    client.send({ text: 'Bad <pause:1h>.', context_id: 'b' });
    client.send({ text: 'Good.<STOP>', context_id: 'c' });
    await client.untilStop();
    expect(client.errors.map(({ data }) => data.context_id)).toEqual(['b']);
    expect(
      client.messages.filter(({ type }) => type !== 'error').map(({ data }) => data.context_id),
    ).not.toContain('b');
  });
});

describe('alignment through a stream', () => {
  test('starts never decrease, words end within the audio, offsets continue', async () => {
    const client = await open({ timestamps: true });
    const texts = ['The first one. The second, ', 'which is longer! ', 'Third? ', 'In 2024 it was over.'];
    for (const text of texts) client.send(text);
    client.send('<STOP>');
    await client.untilStop();
    await sleep(100);
    client.send('After a stop it goes on. ');
    client.send('<STOP>');
    const messages = await client.untilStop(2);
    const all = `${texts.join('')}After a stop it goes on. `;
    const words = wordsOf(messages);
    expect(words.map(({ unit }) => unit).join(' ')).toContain('2024 it was over After a stop');
    let before = { startMs: 0, charStart: -1 };
    for (const word of words) {
      expect(all.slice(word.charStart, word.charEnd)).toBe(word.unit);
      expect(word.startMs).toBeGreaterThanOrEqual(before.startMs);
      expect(word.charStart).toBeGreaterThan(before.charStart);
      before = word;
    }
    expect(words.at(-1)!.endMs).toBeLessThanOrEqual(secondsOf(messages) * 1000);
    // Every word is announced with the message in which it begins.
    let sentMs = 0;
    for (const message of messages) {
      const endMs = sentMs + samplesOf(message) / 8;
      for (const word of wordsOf([message])) {
        expect(word.startMs).toBeGreaterThanOrEqual(Math.floor(sentMs) - 1);
        expect(word.startMs).toBeLessThanOrEqual(endMs);
      }
      sentMs = endMs;
    }
  });
});

describe('<RESET>', () => {
  test('drops speech and pending text; the next text starts at zero', async () => {
    const client = await open({ timestamps: true, sampling_rate: 24000 });
    client.send({
      text: 'Some sentence that takes a little while to read aloud. '.repeat(200),
      context_id: 'old',
    });
    await client.waitFor('the first sound', ({ messages }) => messages.length > 0);
    client.send('<RESET>');
    client.send({ text: 'A new beginning.', context_id: 'new' });
    client.send({ text: '<STOP>', context_id: 'new' });
    const messages = await client.untilStop();
    const contexts = messages.map(({ data }) => data.context_id);
    const firstNew = contexts.indexOf('new');
    expect(firstNew).toBeGreaterThan(0);
    expect(contexts.lastIndexOf('old'), 'nothing of the old after the new').toBeLessThan(firstNew);
    const fresh = messages.slice(firstNew);
    expect(textOf(fresh)).toBe('A new beginning.');
    const words = wordsOf(fresh);
    expect(words[0]).toMatchObject({ unit: 'A', charStart: 0, charEnd: 1 });
    expect(words[0]!.startMs).toBeLessThan(300);
    expect(words.map(({ unit }) => unit)).toEqual(['A', 'new', 'beginning']);
    await sleep(300);
    expect(client.stops).toHaveLength(1);
  });

  test('as JSON, with white space, twice, first, and while nothing is spoken', async () => {
    const client = await open({ timestamps: true });
    client.send('<RESET>');
    client.send({ text: '<RESET>' });
    client.send('half a sen');
    client.send(' <RESET>\n');
    client.send('<RESET>');
    const messages = await client.say('Whole.');
    expect(textOf(messages)).toBe('Whole.');
    expect(wordsOf(messages)[0]?.charStart).toBe(0);
    expect(client.errors).toEqual([]);
  });

  test('drops a pending stop as well, and errors', async () => {
    const client = await open();
    client.send('A sentence of some length to be spoken. '.repeat(50));
    client.send('<STOP>');
    client.send('Bad <pause:1h>. <STOP>');
    client.send('<RESET>');
    client.clear();
    const messages = await client.say('Fresh.');
    expect(client.stops).toHaveLength(1);
    expect(client.errors).toEqual([]);
    expect(textOf(messages)).toMatch(/Fresh\.$/);
  });

  test('a hundred interruptions in a row', async () => {
    const client = await open({ timestamps: true });
    for (let i = 0; i < 100; i++) {
      client.send(`Interruption number ${i} interrupts the one before it. And goes on.`);
      if (i % 3 === 0) await sleep(3);
      client.send('<RESET>');
    }
    client.clear();
    client.send({ text: 'At last.<STOP>', context_id: 'last' });
    await client.untilStop();
    const last = client.messages.filter(({ data }) => data.context_id === 'last');
    expect(textOf(last)).toBe('At last.');
    expect(wordsOf(last)[0]).toMatchObject({ unit: 'At', charStart: 0 });
    expect(client.stops).toHaveLength(1);
  });

  test('stops the work of a long text', async () => {
    const client = await open();
    const before = setup.engine.stats().audioSeconds;
    client.send('<pause:10s>Word. '.repeat(5));
    for (let i = 0; i < 20; i++)
      client.send('The wind and the sun were disputing which was the stronger. '.repeat(20));
    client.send('<RESET>');
    await sleep(800);
    expect(setup.engine.stats()).toMatchObject({ activeStreams: 0, queuedSteps: 0 });
    expect(setup.engine.stats().audioSeconds - before).toBeLessThan(400);
  });
});
