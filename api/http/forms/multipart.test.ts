import type { Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../errors/api-error.ts';
import { type Form, isMultipart, parseForm } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=XyZ';
const form = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const part = (headers: string, content: string): string[] => ['--XyZ', headers, '', content];
const field = (name: string, content: string): string[] =>
  part(`Content-Disposition: form-data; name="${name}"`, content);
const END = '--XyZ--';
const MAX_FILE_BYTES = 100_000;

/** Parses a form that arrives in these chunks. */
function parse(type: string, ...pieces: readonly Uint8Array[]): Promise<Form> {
  async function* arriving(): AsyncGenerator<Uint8Array> {
    yield* pieces;
  }
  return parseForm(type, arriving(), MAX_FILE_BYTES, new AbortController().signal);
}

describe('forms of clients', () => {
  test('curl: a file and texts', async () => {
    const file = 'form-data; name="voice_file"; filename="me.wav"\r\nContent-Type: audio/wav';
    const body = form(
      ...part(`Content-Disposition: ${file}`, 'RIFF'),
      ...field('voice_tags', 'warm, low'),
      END,
      '',
    );
    const { fields, files } = await parse(TYPE, body);
    expect(files.get('voice_file')?.toString()).toBe('RIFF');
    expect([...fields]).toEqual([['voice_tags', ['warm, low']]]);
  });

  test.each([
    ['a quoted boundary', 'multipart/form-data; boundary="XyZ"'],
    ['other parameters', 'Multipart/Form-Data;charset=utf-8; BOUNDARY=XyZ; x="a;b"'],
  ])('%s', async (_, type) => {
    expect(isMultipart(type)).toBe(true);
    const { fields } = await parse(type, form(...part('content-disposition: form-data; name=a', '1'), END));
    expect(fields.get('a')).toEqual(['1']);
  });

  test('a browser form without a chosen file', async () => {
    const file = 'form-data; name="f"; filename=""\r\nContent-Type: application/octet-stream';
    const body = form(...part(`Content-Disposition: ${file}`, ''), END);
    expect(await parse(TYPE, body)).toEqual({ fields: new Map(), files: new Map(), fileNames: new Map() });
  });

  test('an empty file is a file', async () => {
    const body = form(...part('Content-Disposition: form-data; name="f"; filename="empty.wav"', ''), END);
    expect((await parse(TYPE, body)).files.get('f')).toHaveLength(0);
  });

  test('a file without a name, recognised by its type', async () => {
    const body = form(
      ...part('Content-Disposition: form-data; name="f"\r\nContent-Type: audio/mpeg', 'x'),
      END,
    );
    expect((await parse(TYPE, body)).files.get('f')?.toString()).toBe('x');
  });

  test.each([
    ['filename="naïve take.wav"', 'naïve take.wav'],
    ["filename*=utf-8''na%C3%AFve%20take.wav", 'naïve take.wav'],
    ['filename="plain.wav"; filename*=utf-8\'\'na%C3%AFve.wav', 'plain.wav'],
    ["filename*=utf-8''100%", '100%'],
    ["filename*=no-such-charset''a.wav", 'a.wav'],
    ['filename=""', ''],
    // Returned as it was sent. It is never used as a path.
    ['filename="../../etc/passwd"', '../../etc/passwd'],
    ['filename="C:\\\\takes\\\\one.wav"', 'C:\\takes\\one.wav'],
    ['filename="a\0b.wav"', 'a\0b.wav'],
  ])('the name of a file: %s', async (parameter, name) => {
    const body = form(...part(`Content-Disposition: form-data; name="f"; ${parameter}`, 'x'), END);
    expect((await parse(TYPE, body)).fileNames.get('f')).toBe(name);
  });

  test('a name with a quote in either escaping', async () => {
    for (const name of ['a\\"b', 'a%22b']) {
      expect((await parse(TYPE, form(...field(name, '1'), END))).fields.get('a"b')).toEqual(['1']);
    }
  });

  test('repeated text fields keep all values, repeated files only the first', async () => {
    const file = (content: string) => part('Content-Disposition: form-data; name="t"; filename="x"', content);
    const body = form(...field('t', 'v'), ...file('one'), ...field('t', 'w'), ...file('two'), END);
    const { fields, files } = await parse(TYPE, body);
    expect(fields.get('t')).toEqual(['v', 'w']);
    expect(files.get('t')?.toString()).toBe('one');
  });

  test.each([
    ['utf-8', Buffer.from('é'), 'é'],
    ['iso-8859-1', Buffer.from([0xe9]), 'é'],
    ['no-such-charset', Buffer.from('é'), 'é'],
    ['utf-8', Buffer.from([0xe9]), '\ufffd'],
  ])('a text in %s', async (charset, bytes, text) => {
    const head = `--XyZ\r\nContent-Disposition: form-data; name="t"\r\nContent-Type: text/plain; charset=${charset}`;
    const body = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes, Buffer.from(`\r\n${END}`)]);
    expect((await parse(TYPE, body)).fields.get('t')).toEqual([text]);
  });

  test('a preamble, an epilogue, and content that resembles the boundary', async () => {
    const body = form('To be ignored', ...field('a', 'one'), '--Xy', '-XyZ', `${END} `, '--XyZ', 'more');
    expect((await parse(TYPE, body)).fields.get('a')).toEqual(['one\r\n--Xy\r\n-XyZ']);
  });

  test('parts that are not fields are skipped', async () => {
    const nested = 'Content-Disposition: form-data\r\nContent-Type: multipart/mixed; boundary=in';
    const body = form(
      ...['--XyZ', '', 'no headers'],
      ...part('Content-Type: text/plain', 'no name'),
      ...part('Content-Disposition: attachment; name="a"', 'no form-data'),
      ...part(nested, '--in\r\nContent-Disposition: file; filename="x"\r\n\r\nx\r\n--in--'),
      ...field('b', 'yes'),
      END,
    );
    const { fields, files } = await parse(TYPE, body);
    expect([[...fields], [...files]]).toEqual([[['b', ['yes']]], []]);
  });

  test('a field whose name is a property of every object', async () => {
    const body = form(...field('__proto__', '1'), ...part('__proto__: x\r\nconstructor: y', '2'), END);
    expect([...(await parse(TYPE, body)).fields]).toEqual([['__proto__', ['1']]]);
  });
});

describe('refused forms', () => {
  test.each([
    ['no boundary', 'multipart/form-data', form('--XyZ--')],
    ['an empty boundary', 'multipart/form-data; boundary=""', form('----')],
    ['a boundary of 10 kB', `multipart/form-data; boundary=${'x'.repeat(10_000)}`, form('--XyZ--')],
    ['nothing', TYPE, Buffer.alloc(0)],
    ['no end', TYPE, form(...field('a', '1'))],
    ['an end cut off', TYPE, form(...field('a', '1'), '--XyZ-')],
    ['a file cut off', TYPE, form(...part('Content-Disposition: form-data; name="a"; filename="x"', '1'))],
    ['another boundary', TYPE, form('--other', '', '', '--other--')],
    ['line breaks without CR', TYPE, Buffer.from('--XyZ\nA: b\n\n1\n--XyZ--')],
    ['lines of the boundary alone', TYPE, form(...new Array<string>(200).fill('--XyZ'), END)],
    ['thousands of parts', TYPE, form(...Array.from({ length: 5000 }, () => field('a', '')).flat(), END)],
  ])('%s', async (_, type, body) => {
    const error = await parse(type, body).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422 });
    expect(error.message).toMatch(/^The body is not a valid multipart form/);
  });

  test.each([
    [
      'long headers before those that count',
      part(`X: ${'x'.repeat(9000)}\r\nContent-Disposition: form-data`, '1'),
    ],
    ['headers without an end', ['--XyZ', 'x'.repeat(90_000)]],
    ['very many headers', part(`${'X: y\r\n'.repeat(9000)}Content-Disposition: form-data; name="a"`, '1')],
  ])('a field is not taken from a part with %s', async (_, lines) => {
    expect([...(await parse(TYPE, form(...lines, ...field('b', '2'), END))).fields]).toEqual([['b', ['2']]]);
  });

  test('a text that is too long is reported with its field', async () => {
    expect(
      (await parse(TYPE, form(...field('t', 'x'.repeat(65_536)), END))).fields.get('t')?.[0],
    ).toHaveLength(65_536);
    const refused = parse(TYPE, form(...field('t', 'x'.repeat(65_537)), END));
    await expect(refused).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/64 KiB/) });
  });

  test('a file that is too large, before the rest of it is read', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield form(...part('Content-Disposition: form-data; name="f"; filename="x"', ''));
      for (; read < 100 * MAX_FILE_BYTES; read += 10_000) yield Buffer.alloc(10_000);
    }
    const refused = parseForm(TYPE, endless(), MAX_FILE_BYTES, new AbortController().signal);
    await expect(refused).rejects.toMatchObject({ status: 413 });
    expect(read).toBeLessThan(3 * MAX_FILE_BYTES);
  });

  test('the form is abandoned when the parser stalls', async () => {
    const write = vi.spyOn(Busboy.prototype as Writable, '_write').mockImplementation(() => undefined);
    async function* arriving(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 10; i++) yield Buffer.alloc(100_000);
    }
    const gone = new AbortController();
    setImmediate(() => gone.abort());
    try {
      await expect(parseForm(TYPE, arriving(), MAX_FILE_BYTES, gone.signal)).rejects.toThrow(/abort/);
    } finally {
      write.mockRestore();
    }
  });
});

/** Cuts a body at these fractions of its length. */
function cut(body: Buffer, shares: readonly number[]): Buffer[] {
  const ends = [...shares.map((share) => Math.floor(share * body.length)), body.length].sort((a, b) => a - b);
  return ends
    .map((end, i) => body.subarray(i === 0 ? 0 : ends[i - 1]!, end))
    .filter((piece) => piece.length > 0);
}

const boundary = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{1,70}$/);
const name = fc.stringMatching(/^[a-z_éß中" ]{1,20}$/);
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const entry = fc.record({ name, isFile: fc.boolean(), content: fc.uint8Array({ maxLength: 300 }) });

test('a form is parsed unchanged, wherever its chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(boundary, fc.array(entry, { maxLength: 20 }), shares, async (mark, entries, cuts) => {
      const named = entries.map((one, i) => ({
        ...one,
        name: `${i}${one.name}`,
        content: Buffer.from(one.content),
      }));
      fc.pre(named.every(({ content }) => !`\r\n${content.toString('latin1')}`.includes(`\r\n--${mark}`)));
      const lines = named.flatMap((one) => [
        Buffer.from(
          `--${mark}\r\ncontent-disposition: form-data; name="${one.name.replaceAll('"', '%22')}"` +
            `${one.isFile ? '; filename="x"' : ''}\r\n\r\n`,
        ),
        one.content,
        Buffer.from('\r\n'),
      ]);
      const body = Buffer.concat([...lines, Buffer.from(`--${mark}--\r\n`)]);
      const { fields, files } = await parse(`multipart/form-data; boundary="${mark}"`, ...cut(body, cuts));
      const expected = (isFile: boolean) => named.filter((one) => one.isFile === isFile);
      expect([...files].map(([key, file]) => [key, file.toString('hex')])).toEqual(
        expected(true).map((one) => [one.name, one.content.toString('hex')]),
      );
      expect([...fields]).toEqual(expected(false).map((one) => [one.name, [one.content.toString()]]));
    }),
    { interruptAfterTimeLimit: 3000 },
  );
});

/** @throws unless the form is parsed, or refused with a client error */
async function expectAnswer(...pieces: readonly Uint8Array[]): Promise<void> {
  try {
    await parse(TYPE, ...pieces);
  } catch (error) {
    expect(error).toMatchObject({ status: expect.toSatisfy((status) => status === 422 || status === 413) });
  }
}

test('noise is refused or parsed, without any other error', async () => {
  const piece = fc.constantFrom(
    ...[
      '--XyZ',
      '--XyZ--',
      '\r\n',
      '\r\n\r\n',
      '\n',
      '-',
      'filename=',
      "filename*=x''%",
      '"',
      ';',
      '\0',
      ' ',
      '\\',
    ],
    ...['Content-Disposition: form-data; name="a"', 'Content-Type: ', 'charset=', 'charset*=base64', ':'],
  );
  const noise = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(noise, shares, (pieces, cuts) =>
      expectAnswer(...cut(Buffer.from(pieces.join('')), cuts)),
    ),
    { interruptAfterTimeLimit: 2000, numRuns: 700 },
  );
});

test('a form with changed, missing or repeated bytes is refused or parsed, without any other error', async () => {
  const file = 'form-data; name="f"; filename*=utf-8\'\'a%20b\r\nContent-Type: audio/wav; charset=utf-8';
  const valid = form(
    ...field('a', 'one'),
    ...part(`Content-Disposition: ${file}`, 'RIFF'),
    ...field('b', ''),
    END,
    '',
  );
  const at = fc.nat(valid.length);
  const change = fc.oneof(
    fc.tuple(at, fc.uint8Array({ maxLength: 3 })).map(([i, bytes]) => [i, i + bytes.length, bytes] as const),
    fc.tuple(at, at).map(([i, j]) => [Math.min(i, j), Math.max(i, j), new Uint8Array()] as const),
    fc.tuple(at, at).map(([i, j]) => [j, j, valid.subarray(i, i + 30)] as const),
    at.map((i) => [i, valid.length, new Uint8Array()] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), shares, async (changes, cuts) => {
      const body = changes.reduce(
        (bytes, [from, to, instead]) => Buffer.concat([bytes.subarray(0, from), instead, bytes.subarray(to)]),
        valid,
      );
      await expectAnswer(...cut(body, cuts));
    }),
    { interruptAfterTimeLimit: 3000, numRuns: 700 },
  );
});
