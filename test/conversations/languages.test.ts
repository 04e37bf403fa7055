/** Callers who speak other languages than English, with the models that `npm run models -- pull whisper-base` adds. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kokoroFolder } from '../../engine/setup.ts';
import { conversationSetup, historyOf } from '../kit/conversation-setup.ts';
import { completeEngine } from '../kit/server.ts';
import { sayBy } from '../kit/servers/chat-server.ts';

const setup = conversationSetup(async () => {
  const folder = kokoroFolder();
  const engine = await completeEngine({ kokoroFolder: existsSync(folder) ? folder : null });
  if (engine?.recogniser.supports('es') && engine.voices().some(({ id }) => id === 'kokoro-ef_dora'))
    return engine;
  await engine?.close();
  if (process.env.CI === 'true') throw new Error('install kokoro-82m and whisper-base');
  return null;
});

it('a Spanish caller talks with a Spanish agent', { timeout: 120_000 }, async () => {
  setup.model.answer(
    sayBy(({ messages }) =>
      /mesa/i.test(String(messages?.at(-1)?.content)) ? '¿A qué hora?' : 'Hasta el viernes.',
    ),
  );
  const { caller, says } = await setup.call({
    settings: { lang: 'es', voiceId: 'espeak-es', greeting: 'Restaurante La Paz, buenos días.' },
  });
  await caller.until('the greeting was heard', ({ finished }) => finished === 1);
  await says('Quisiera reservar una mesa para cuatro personas.');
  await caller.until('the first answer was heard', ({ finished }) => finished === 2);
  await says('El viernes a las ocho de la noche, por favor.');
  await caller.until('the second answer was heard', ({ finished }) => finished === 3);

  const [table, time] = caller.texts('user_transcript');
  expect(table).toMatch(/reservar una mesa para (cuatro|4) personas/i);
  expect(time).toMatch(/viernes.*(ocho|8).*noche/i);
  expect(caller.texts('llm_response')).toEqual(['¿A qué hora?', 'Hasta el viernes.']);
  expect(historyOf(setup.model).at(-1)).toBe(`user: ${time}`);
});
