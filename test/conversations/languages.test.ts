/**
 * Callers who speak other languages than English, with the models that `npm run models -- pull whisper-base` adds. They
 * have natural voices, because espeak-ng is not recognised reliably.
 */
import { expect, it } from 'vitest';
import { kokoroFolder } from '../../engine/setup.ts';
import { conversationSetup, historyOf } from '../kit/conversation-setup.ts';
import { times } from '../kit/long-form.ts';
import { completeEngine } from '../kit/server.ts';
import { sayBy } from '../kit/servers/chat-server.ts';

const setup = conversationSetup(async () => {
  const engine = await completeEngine({ voiceFolders: { kokoro: [kokoroFolder()] } });
  const hears = ['es', 'fr'].every((lang) => engine?.recogniser.supports(lang));
  const voices = new Set(engine?.voices().map(({ id }) => id));
  if (engine && hears && voices.has('kokoro-ef_dora') && voices.has('kokoro-ff_siwis')) return engine;
  await engine?.close();
  if (process.env.CI === 'true') throw new Error('install kokoro-82m and whisper-base');
  return null;
});

const CALLS = [
  {
    who: 'a Spanish caller talks with a Spanish agent',
    settings: { lang: 'es', voiceId: 'espeak-es', greeting: 'Restaurante La Paz, buenos días.' },
    says: [
      'Quisiera reservar una mesa para cuatro personas.',
      'El viernes a las ocho de la noche, por favor.',
    ],
    heard: [/reservar una mesa para (cuatro|4) personas/i, /viernes.*(ocho|8).*noche/i],
    about: /mesa/i,
    answers: ['¿A qué hora?', 'Hasta el viernes.'],
  },
  {
    who: 'a French caller talks with a French agent',
    settings: { lang: 'fr', voiceId: 'espeak-fr', greeting: 'Restaurant La Paix, bonjour.' },
    says: [
      'Je voudrais réserver une table pour quatre personnes.',
      'Nous arrivons vendredi à huit heures du soir.',
    ],
    heard: [/réserver une table pour (quatre|4) personnes/i, /vendredi.*(huit|8) heures/i],
    about: /table/i,
    answers: ['Pour quel jour ?', 'À vendredi.'],
  },
] as const;

it.each(CALLS.slice(0, times(1, 2)))(
  '$who',
  { timeout: 120_000 },
  async ({ settings, says: sentences, heard, about, answers }) => {
    setup.model.answer(
      sayBy(({ messages }) => (about.test(String(messages?.at(-1)?.content)) ? answers[0] : answers[1])),
    );
    const { caller, says } = await setup.call({ settings });
    await caller.until('the greeting was heard', ({ finished }) => finished === 1);
    await says(sentences[0]);
    await caller.until('the first answer was heard', ({ finished }) => finished === 2);
    await says(sentences[1]);
    await caller.until('the second answer was heard', ({ finished }) => finished === 3);

    const [first, second] = caller.texts('user_transcript');
    expect(first).toMatch(heard[0]);
    expect(second).toMatch(heard[1]);
    expect(caller.texts('llm_response')).toEqual(answers);
    expect(historyOf(setup.model).at(-1)).toBe(`user: ${second}`);
  },
);
