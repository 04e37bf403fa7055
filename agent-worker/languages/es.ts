import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in Spanish. */
export const es: AgentLanguage = {
  phrases: {
    stillThere: '¿Sigue ahí?',
    goodbye: 'Voy a colgar. ¡Hasta luego!',
    sayAgain: 'Perdón, no lo he entendido. ¿Puede repetirlo?',
    backAgain: 'Perdón, la conexión se interrumpió un momento. ¿Dónde estábamos?',
    recorded: 'Esta llamada se graba.',
  },
  apology: {
    instead: 'Lo siento, ahora mismo no puedo responder. Inténtelo de nuevo en un momento.',
    cutOff: 'Perdón, he perdido el hilo.',
  },
  fillers: ['Un momento, por favor.', 'Déjeme comprobarlo.', 'Solo un segundo.'],
  rulePhrases: {
    hello: '¡Hola!',
    echo: 'He oído: {heard}.',
    hint:
      'Respondo con reglas sencillas, porque aquí no hay configurado ningún modelo de lenguaje. ' +
      'Para eso está el ajuste LLM_BASE_URL.',
    listening: 'Le escucho.',
  },
  backchannels: `
    mm, mmm, mhm, hm, hmm, ah, aha, ajá, aja, oh, eh, sí, si, ok, okay, vale, bueno, bien, muy bien,
    claro, claro que sí, exacto, correcto, ya, ya veo, entiendo, de acuerdo, perfecto, por supuesto, en
    serio, cierto, jaja, haha`,
  danglingWords: `
    y pero o porque el la los las un una de del a al con para en mi mis es son que si eh este entonces
    pues`,
  digitWords: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
  ruleAnswer: null,
};
