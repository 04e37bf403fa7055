import { ServerError, SipCallError } from 'livekit-server-sdk';
import { expect, test } from 'vitest';
import { CallControlError } from '../door.ts';
import { sipFailure } from './sip-failure.ts';

const answered = (status: string): SipCallError =>
  new SipCallError('TwirpError', 'sip:+4930123456@example.org', 500, 'unavailable', {
    sip_status_code: status,
  });

test.each([
  [answered('486'), 'they are busy or declined', { code: 'unavailable', status: 500, sipStatus: 486 }],
  [answered('480'), 'nobody answered', { code: 'unavailable', status: 500, sipStatus: 480 }],
  [answered('404'), 'the telephone network refused it', { code: 'unavailable', status: 500, sipStatus: 404 }],
  [new ServerError('TwirpError', 'late', 408, 'deadline_exceeded'), 'nobody answered', { status: 408 }],
  [new Error('fetch failed'), 'the telephone network refused it', {}],
  [new CallControlError('the call is over'), 'the call is over', {}],
])('%s is told to the agent as "%s", and its cause to the log', (error, told, logged) => {
  const fields: object[] = [];
  const log = { debug: fail, warn: fail, error: fail, info: (each: object) => void fields.push(each) };
  expect(sipFailure(error, log, 'a transfer was refused').message).toBe(told);
  expect(fields).toMatchObject([logged]);
  expect(JSON.stringify(fields)).not.toContain('4930123456');
});

const fail = (): never => {
  throw new Error('not logged like this');
};
