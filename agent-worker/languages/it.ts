import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in Italian. */
export const it: AgentLanguage = {
  phrases: {
    stillThere: 'È ancora in linea?',
    goodbye: 'Ora chiudo la chiamata. Arrivederci!',
    sayAgain: 'Mi scusi, non ho capito. Può ripetere?',
    backAgain: 'Mi scusi, la linea si è interrotta per un momento. Dove eravamo rimasti?',
    recorded: 'Questa chiamata viene registrata.',
    takeCall: 'Per accettare la chiamata, prema 1. Per rifiutarla, prema 2.',
  },
  apology: {
    instead: 'Mi dispiace, ora non riesco a rispondere. Riprovi tra un momento.',
    cutOff: 'Mi scusi, ho perso il filo.',
  },
  fillers: ['Un momento, per favore.', 'Controllo subito.', 'Solo un secondo.'],
  rulePhrases: {
    hello: 'Buongiorno!',
    echo: 'Ho sentito: {heard}.',
    hint:
      'Rispondo con regole semplici, perché qui non è configurato un modello linguistico. ' +
      "Serve l'impostazione LLM_BASE_URL.",
    listening: 'La ascolto.',
  },
  backchannels: `
    mm, mmm, mhm, hm, hmm, ah, ah ok, aha, oh, eh, ehm, sì, si, ok, okay, va bene, bene, certo, esatto,
    giusto, capito, ho capito, capisco, d'accord, d'accordo, daccordo, perfetto, davvero, infatti, già,
    haha, ahah`,
  danglingWords: `
    e ma o perché il lo la i gli le un una di del della a al alla con per in mio mia è sono che se ehm
    quindi poi`,
  digitWords: '',
  ruleAnswer: null,
};
