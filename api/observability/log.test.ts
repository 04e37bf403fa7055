import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EngineError } from '../../engine/index.ts';
import { ApiError, refusal } from '../errors/api-error.ts';
import { createLog, hideCredentials } from './log.ts';

const KEY = 'pk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvd25lciJ9.c2lnbmF0dXJl';
const CHOSEN = 'chosen-by-the-operator';
const SPOKEN = 'My card number is four two';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) JSON.parse(line);
  return lines.join('');
}

test('no credential and no spoken text appears in the log, wherever it occurs', () => {
  const headers = { authorization: `Bearer ${JWT}`, 'x-api-key': CHOSEN, host: 'example' };
  const text = logged((log) => {
    log.info({ headers }, 'request');
    log.info({ req: { headers, url: `/voices?api_key=${CHOSEN}&x=1` } }, 'request');
    log.info({ url: `/speak/en?speed=1&jwt_token=${JWT}&api_key=${CHOSEN}#x` }, 'request');
    log.info({ body: { text: SPOKEN }, text: SPOKEN, deep: { body: { text: SPOKEN } } }, 'body');
    log.info({ xApiKey: CHOSEN, apiKeyQuery: CHOSEN, settings: { bootstrapApiKey: CHOSEN } }, 'settings');
    log.info(`key ${KEY} and token ${JWT} in a message`);
    log.error(new Error(`connection to http://h/?api_key=${CHOSEN} failed`), 'failed');
    const values = { ipa: SPOKEN, inventory: 'English', faults: SPOKEN };
    log.error({ err: new EngineError('phoneme_foreign', { values }) });
    log.error(
      new Error('wrapped', { cause: new EngineError('voice_unreadable', { values: { reason: SPOKEN } }) }),
    );
    log.error({ err: new EngineError('script_not_read', { values: { found: SPOKEN } }) });
    log.error(new Error('wrapped', { cause: refusal('voice_name_taken', { cause: new Error(SPOKEN) }) }));
    log.error({ err: new ApiError('test', 422, [{ loc: ['body', 'text'], msg: SPOKEN, type: 'markup' }]) });
  });
  for (const secret of [KEY, JWT, CHOSEN, SPOKEN]) expect(text).not.toContain(secret);
});

test('useful fields stay', () => {
  const text = logged((log) => {
    log.info({ url: '/voices?limit=3&api_key=x', status: 200 }, 'answered');
    log.error({ err: new EngineError('voice_unknown') }, 'refused');
    log.error(new TypeError('out of luck'), 'failed');
  });
  expect(text).toContain('/voices?limit=3&api_key=[hidden]');
  expect(text).toContain('"level":"info"');
  expect(text).toContain('voice_unknown');
  expect(text).toContain('out of luck');
  expect(text).toContain('log.test.ts');
});

test('levels below the one set are silent', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
  log.info('no');
  log.warn('yes');
  expect(lines).toHaveLength(1);
});

test('no value of a credential parameter remains, whatever surrounds it', () => {
  const value = fc.stringMatching(/^[\w.~%-]{4,60}$/).map((text) => `V${text}`);
  const around = fc.stringMatching(/^[a-z=/]{0,10}$/);
  fc.assert(
    fc.property(value, around, fc.constantFrom('api_key', 'jwt_token', 'API_KEY'), (secret, other, name) => {
      const hidden = hideCredentials(`/${other}?${name}=${secret}&z=${other}`);
      expect(hidden).toBe(`/${other}?${name}=[hidden]&z=${other}`);
    }),
    { interruptAfterTimeLimit: 2000 },
  );
});
