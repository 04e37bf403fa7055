import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in Portuguese. */
export const pt: AgentLanguage = {
  phrases: {
    stillThere: 'Ainda está aí?',
    goodbye: 'Vou desligar agora. Até logo!',
    sayAgain: 'Desculpe, não percebi. Pode repetir?',
    backAgain: 'Desculpe, a ligação foi interrompida por um momento. Onde estávamos?',
    recorded: 'Esta chamada é gravada.',
    takeCall: 'Para aceitar a chamada, prima 1. Para a recusar, prima 2.',
  },
  apology: {
    instead: 'Desculpe, não consigo responder agora. Tente de novo daqui a pouco.',
    cutOff: 'Desculpe, perdi o fio à meada.',
  },
  fillers: ['Um momento, por favor.', 'Vou verificar.', 'Só um segundo.'],
  rulePhrases: {
    hello: 'Olá!',
    echo: 'Ouvi: {heard}.',
    hint:
      'Respondo com regras simples, porque aqui não há um modelo de linguagem configurado. ' +
      'Para isso existe LLM_BASE_URL.',
    listening: 'Estou ouvindo.',
  },
  backchannels: `
    mm, mmm, mhm, hm, hmm, ah, aham, ahã, uhum, uhm, oh, é, sim, ok, okay, tá, tá bom, tá bem, está bem,
    certo, claro, exato, exatamente, isso, isso mesmo, entendi, entendo, bom, bem, legal, pois é, sei,
    verdade, haha, kkk`,
  danglingWords: `
    e mas ou porque o a os as um uma de do da ao à com para em no na meu minha é são que se ahn então`,
  digitWords: '',
  ruleAnswer: null,
};
