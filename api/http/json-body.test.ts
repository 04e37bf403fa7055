import { expect, test } from 'vitest';
import { parseSpeakMessage } from '../front/speak-message.ts';
import { parseJsonBody } from './json-body.ts';

const DEEP = `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

test.each([
  ['a body', () => parseJsonBody(Buffer.from(DEEP)), 'body'],
  ['a message', () => parseSpeakMessage(DEEP), 'message'],
])('%s that is nested too deeply is refused', (_, parse, where) => {
  const detail = [{ loc: [where], msg: expect.stringContaining('100 levels'), type: 'json_invalid' }];
  expect(parse).toThrow(expect.objectContaining({ status: 422, detail }));
});
