import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../errors/api-error.ts';
import { isMultipart, parseForm } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=XyZ';
const form = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const part = (headers: string, content: string): string[] => ['--XyZ', headers, '', content];
const END = '--XyZ--';

describe('what clients send', () => {
  test('curl: a file and texts', () => {
    const body = form(
      ...part(
        'Content-Disposition: form-data; name="voice_file"; filename="me.wav"\r\nContent-Type: audio/wav',
        'RIFF',
      ),
      ...part('Content-Disposition: form-data; name="voice_tags"', 'warm, low'),
      END,
      '',
    );
    const { fields, files } = parseForm(TYPE, body);
    expect(files.get('voice_file')?.toString()).toBe('RIFF');
    expect([...fields]).toEqual([['voice_tags', ['warm, low']]]);
  });

  test.each([
    ['a quoted boundary', 'multipart/form-data; boundary="XyZ"'],
    ['other parameters', 'Multipart/Form-Data;charset=utf-8; BOUNDARY=XyZ; x="a;b"'],
  ])('%s', (_, type) => {
    expect(isMultipart(type)).toBe(true);
    expect(
      parseForm(type, form(...part('content-disposition: form-data; name=a', '1'), END)).fields.get('a'),
    ).toEqual(['1']);
  });

  test('a browser whose user chose no file', () => {
    const body = form(
      ...part(
        'Content-Disposition: form-data; name="f"; filename=""\r\nContent-Type: application/octet-stream',
        '',
      ),
      END,
    );
    expect(parseForm(TYPE, body)).toEqual({ fields: new Map(), files: new Map(), fileNames: new Map() });
  });

  test('an empty file is a file', () => {
    const body = form(...part('Content-Disposition: form-data; name="f"; filename="empty.wav"', ''), END);
    expect(parseForm(TYPE, body).files.get('f')).toHaveLength(0);
  });

  test('a file without a name, told by its type', () => {
    const body = form(
      ...part('Content-Disposition: form-data; name="f"\r\nContent-Type: audio/mpeg', 'x'),
      END,
    );
    expect(parseForm(TYPE, body).files.get('f')?.toString()).toBe('x');
  });

  test.each([
    ['filename="naïve take.wav"', 'naïve take.wav'],
    ["filename*=utf-8''na%C3%AFve%20take.wav", 'naïve take.wav'],
    ["filename*=utf-8''100%", "utf-8''100%"],
    ['filename=""', ''],
  ])('the name of a file: %s', (parameter, name) => {
    const body = form(...part(`Content-Disposition: form-data; name="f"; ${parameter}`, 'x'), END);
    expect(parseForm(TYPE, body).fileNames.get('f')).toBe(name);
  });

  test('a name with a quote in either spelling', () => {
    for (const name of ['a\\"b', 'a%22b']) {
      const body = form(...part(`Content-Disposition: form-data; name="${name}"`, '1'), END);
      expect(parseForm(TYPE, body).fields.get('a"b')).toEqual(['1']);
    }
  });

  test('values repeat, of files the first counts', () => {
    const field = part('Content-Disposition: form-data; name="t"', 'v');
    const file = (content: string) => part('Content-Disposition: form-data; name="t"; filename="x"', content);
    const { fields, files } = parseForm(TYPE, form(...field, ...file('one'), ...field, ...file('two'), END));
    expect(fields.get('t')).toEqual(['v', 'v']);
    expect(files.get('t')?.toString()).toBe('one');
  });

  test('a preamble, an epilogue, padding, and content that begins like the boundary', () => {
    const body = form(
      'To be ignored',
      '--XyZ \t',
      'Content-Disposition: form-data; name="a"',
      '',
      'one',
      '--XyZw',
      '--Xy',
      '--XyZ-- ',
      '--XyZ',
      'more',
    );
    expect(parseForm(TYPE, body).fields.get('a')).toEqual(['one\r\n--XyZw\r\n--Xy']);
  });

  test('parts that are no fields are passed over', () => {
    const body = form(
      '--XyZ',
      '',
      'no headers',
      ...part('Content-Type: text/plain', 'no name'),
      ...part('Content-Disposition: attachment; name="a"', 'no form-data'),
      ...part('Content-Disposition: form-data; name="b"', 'yes'),
      END,
    );
    expect([...parseForm(TYPE, body).fields]).toEqual([['b', ['yes']]]);
  });
});

describe('what is refused', () => {
  test.each([
    ['no boundary', 'multipart/form-data', form('--XyZ--')],
    ['an empty boundary', 'multipart/form-data; boundary=""', form('----')],
    ['nothing', TYPE, Buffer.alloc(0)],
    ['no end', TYPE, form(...part('Content-Disposition: form-data; name="a"', '1'))],
    ['an end cut off', TYPE, form(...part('Content-Disposition: form-data; name="a"', '1'), '--XyZ-')],
    ['another boundary', TYPE, form('--other', '', '', '--other--')],
    ['line breaks without CR', TYPE, Buffer.from('--XyZ\nA: b\n\n1\n--XyZ--')],
    ['endless headers', TYPE, form(...part(`X: ${'x'.repeat(9000)}`, '1'), END)],
    ['headers without an end', TYPE, form('--XyZ', 'x'.repeat(9000), END)],
    ['lines that are almost boundaries', TYPE, form('--XyZ', ...new Array<string>(200).fill('--XyZw'), END)],
    [
      'too many parts',
      TYPE,
      form(
        ...Array.from({ length: 101 }, () => part('Content-Disposition: form-data; name="a"', '')).flat(),
        END,
      ),
    ],
  ])('%s', (_, type, body) => {
    expect(() => parseForm(type, body)).toThrow(ApiError);
    expect(() => parseForm(type, body)).toThrow(/^The body is not a valid multipart form/);
  });

  test('a text that is too long points at its field', () => {
    const body = form(...part('Content-Disposition: form-data; name="t"', 'x'.repeat(65_537)), END);
    const error = expect.objectContaining({ status: 422 });
    expect(() => parseForm(TYPE, body)).toThrow(error);
    expect(() => parseForm(TYPE, body)).toThrow(/64 KiB/);
  });
});

const boundary = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{1,70}$/);
const name = fc.stringMatching(/^[a-z_éß中" ]{1,20}$/);

test('whatever was put in comes out', () => {
  const entry = fc.record({ name, content: fc.uint8Array({ maxLength: 300 }) });
  fc.assert(
    fc.property(boundary, fc.array(entry, { maxLength: 20 }), (mark, entries) => {
      const contents = entries.map(({ content }) => Buffer.from(content));
      fc.pre(contents.every((content) => !`\r\n${content.toString('latin1')}`.includes(`\r\n--${mark}`)));
      const chunks = entries.flatMap((one, i) => [
        Buffer.from(
          `--${mark}\r\ncontent-disposition: form-data; name="${i}${one.name.replaceAll('"', '%22')}"; ` +
            'filename="x"\r\n\r\n',
        ),
        contents[i]!,
        Buffer.from('\r\n'),
      ]);
      const body = Buffer.concat([...chunks, Buffer.from(`--${mark}--\r\n`)]);
      const { files } = parseForm(`multipart/form-data; boundary="${mark}"`, body);
      expect([...files.keys()]).toEqual(entries.map((one, i) => `${i}${one.name}`));
      expect([...files.values()].map((file) => file.toString('hex'))).toEqual(
        contents.map((content) => content.toString('hex')),
      );
    }),
    { interruptAfterTimeLimit: 3000 },
  );
});

test('noise is refused or read, and never anything else', () => {
  const piece = fc.constantFrom(
    '--XyZ',
    '--XyZ--',
    '\r\n',
    '\r\n\r\n',
    '\n',
    '-',
    'Content-Disposition: form-data; name="a"',
    'filename=',
    '"',
    ';',
    '\0',
    ' ',
  );
  const noise = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 40 })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(noise, (text) => {
      try {
        parseForm(TYPE, Buffer.from(text));
      } catch (error) {
        expect(error).toMatchObject({ status: 422 });
      }
    }),
    { interruptAfterTimeLimit: 2000, numRuns: 700 },
  );
});
