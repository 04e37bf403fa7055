/** `GET /speak/{lang_code}` upgraded: faults in the text, and settings that refuse the upgrade. */
import { describe, expect, test } from 'vitest';
import { textOf, wordsOf } from '../kit/clients/messages.ts';
import { refusedUpgrade, SpeakClient } from '../kit/clients/speak-client.ts';
import { KEY, startTestServer } from '../kit/server.ts';
import { socketSetup } from '../kit/socket-setup.ts';

const setup = socketSetup({ sampling_rate: 8000 });
const { open } = setup;

describe('errors in the text keep the socket open', () => {
  test.each([
    ['en', 'Hello <phoneme:yː>you</phoneme>.', /do not belong to/],
    ['en', 'Hello <pause:1h>.', /length of a pause/],
    ['en', 'Hello </phoneme>.', /has no opening tag/],
    ['en', 'Hello <phoneme:>.', /no transcription/],
    ['sv', 'Hej <phoneme:a>du</phoneme>.', /not available/],
  ])('%s: %s', async (lang, text, message) => {
    const client = await open({}, lang);
    const messages = await client.say(text);
    expect(client.errors).toHaveLength(1);
    expect(client.errors[0]).toMatchObject({ status_code: 422, data: { audio: '' } });
    expect(client.errors[0]?.errors?.[0]).toMatch(message);
    expect(messages.at(-1)?.data.stop).toBe(true);
    expect(textOf(await client.say('Next.'))).toBe('Next.');
  });

  test('the place of a fault is an offset into everything sent', async () => {
    const client = await open();
    client.send('One. ');
    client.send('Two. ');
    client.send('Bad <pause:1h>. ');
    client.send('<STOP>');
    await client.untilStop();
    expect(client.errors[0]?.errors?.[0]).toContain('(at character 14)');
  });

  test('faulty text does not use up the limit for valid text', async () => {
    const small = await startTestServer(setup.engine, { MAX_TEXT_CHARS: '200' });
    try {
      const client = await SpeakClient.open(small);
      for (let i = 0; i < 10; i++) await client.say('Hello <pause:1h>, this is wrong in each and every way.');
      expect(client.errors.map(({ status_code }) => status_code)).toEqual([422]);
      expect(textOf(await client.say('This is right.'))).toBe('This is right.');
      expect(client.errors).toEqual([]);
      await client.close();
    } finally {
      await small.close();
    }
  });
});

describe('wrong settings refuse the upgrade', () => {
  test.each([
    ['voice_id', 'nobody', 'en', ['query', 'voice_id']],
    ['voice_id', 'espeak-de', 'en', ['query', 'voice_id']],
    ['speed', 'fast', 'en', ['query', 'speed']],
    ['speaking_rate', '3', 'en', ['query', 'speaking_rate']],
    ['sampling_rate', '44100', 'en', ['query', 'sampling_rate']],
    ['encoding', 'opus', 'en', ['query', 'encoding']],
    ['timestamps', 'maybe', 'en', ['query', 'timestamps']],
    ['ipa_key', 'pt-br', 'en', ['query', 'ipa_key']],
    ['temperature', '9', 'en', ['query', 'temperature']],
    ['top_k', '0', 'en', ['query', 'top_k']],
    ['speed', '1', 'xx', ['path', 'lang_code']],
  ])('%s=%s (%s) is a 422 that points at it', async (name, value, lang, loc) => {
    const { status, headers, body } = await refusedUpgrade(
      setup.server,
      { api_key: KEY, [name]: value },
      { lang },
    );
    expect(status).toBe(422);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({ detail: [{ loc }] });
    expect((body as { detail: unknown[] }).detail).toHaveLength(1);
  });

  test('credentials are checked first', async () => {
    expect((await refusedUpgrade(setup.server, { encoding: 'opus' })).status).toBe(401);
  });

  test('any valid combination opens', async () => {
    const query = {
      voice_id: 'espeak-en-gb',
      speed: 0.8,
      speaking_rate: 1.2,
      sampling_rate: 16000,
      encoding: 'pcm_mulaw',
      timestamps: 'True',
      ipa_key: '',
      temperature: 0.5,
      top_k: 10,
      jwt_token: 'ignored, the key decides',
      unknown: 'ignored',
    };
    const client = await open(query);
    const messages = await client.say('Hello.');
    expect(messages[0]?.data.sampling_rate).toBe(16000);
    expect(wordsOf(messages).map(({ unit }) => unit)).toEqual(['Hello']);
  });
});
