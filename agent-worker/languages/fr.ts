import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in French. */
export const fr: AgentLanguage = {
  phrases: {
    stillThere: 'Êtes-vous toujours là ?',
    goodbye: 'Je vais raccrocher. Au revoir !',
    sayAgain: "Je n'ai pas compris. Pouvez-vous répéter ?",
    backAgain: 'Pardon, la connexion a été interrompue un instant. Où en étions-nous ?',
    recorded: 'Cet appel est enregistré.',
  },
  apology: {
    instead: 'Désolé, je ne peux pas répondre pour le moment. Réessayez dans un instant.',
    cutOff: "Désolé, j'ai perdu le fil.",
  },
  fillers: ['Un instant, s’il vous plaît.', 'Je regarde.', 'Une petite seconde.'],
  rulePhrases: {
    hello: 'Bonjour !',
    echo: "J'ai entendu : {heard}.",
    hint:
      "Je réponds selon des règles simples, car aucun modèle de langue n'est configuré ici. " +
      'Le réglage LLM_BASE_URL sert à cela.',
    listening: 'Je vous écoute.',
  },
  backchannels: `
    mm, mmm, mhm, hm, hmm, ah, ah bon, ah oui, ah ok, oh, euh, hein, oui, ouais, ok, okay, d'accord,
    daccord, bien, très bien, bien sûr, c'est ça, voilà, exact, exactement, tout à fait, je vois, je
    comprends, compris, super, vraiment, haha, hehe`,
  danglingWords: `
    et mais ou car parce le la les un une des de du à au aux avec pour dans mon ma mes est sont que qui
    si euh donc`,
  digitWords: 'zéro un deux trois quatre cinq six sept huit neuf',
  ruleAnswer: null,
};
