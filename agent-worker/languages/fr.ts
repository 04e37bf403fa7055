import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in French. */
export const fr: AgentLanguage = {
  phrases: {
    stillThere: 'Êtes-vous toujours là ?',
    goodbye: 'Je vais raccrocher. Au revoir !',
    sayAgain: "Je n'ai pas compris. Pouvez-vous répéter ?",
    backAgain: 'Pardon, la connexion a été interrompue un instant. Où en étions-nous ?',
    recorded: 'Cet appel est enregistré.',
    takeCall: 'Pour prendre l’appel, appuyez sur 1. Pour le refuser, appuyez sur 2.',
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
  answering: {
    recorder: `
      apres le (bip|signal|ton|top)|message vocal|bip sonore|signal sonore
      (boite|messagerie) vocale|repondeur|messagerie
      (enregistre(z|r)|parlez|laissez) (votre|apres)
      apres (le|un) .. (bip|signal|ton)|a vous de jouer|(savez|sais) quoi faire`,
    menu: `
      (tapez|appuyez|faites|pressez|composez) (sur )?(le |la )?(touche )?(#|diese|etoile)
      (par|dites) oui ou (par )?non|portail vocal|(enoncez|dictez) (votre|vos)
      menu principal|choix suivants|options suivantes
      dites (le|la|un|une|simplement)
      (saisissez|entrez|composez) (votre|le)
      (pour|si) (\\w+ ){1,7}(tapez|appuyez|faites|dites|composez)
      (dites moi|indiquez) .. (en quelques mots|brievement)|en quelques mots
      l?assistante? (virtuel(le)?|vocale?|numerique)|serveur vocal`,
    person: `
      (que|comment) (puis je|je peux)|en quoi (puis je|je peux)
      qui (est a|est ce|etes vous|parle|demandez)|cest (qui|de la part)
      (un|une) (instant|moment|seconde|minute)
      ne quittez pas
      (voulez|souhaitez|desirez) vous
      je peux (vous aider|pas parler)|je suis (en reunion|au volant|occupe)`,
    away: `
      laiss(ez|er|e) (moi |nous |un |votre |vos ){1,3}.. (message|mot|nom|coordonnees|numero)
      (ne |n )?(suis|sommes|est) .. pas .. (dispo|disponible|joignable|en mesure)
      (indisponible|injoignable|absente?|en derangement|sature)
      (correspondant|portable|telephone|abonne) .. (eteint|coupe)|nouvr\\w+ que
      (peux|pouvons|peut|puis|pouvoir) pas .. (repondre|prendre|decrocher)|pas (pu|pouvoir) .. (repondre|prendre)
      (correspondant|numero|personne) que (vous|tu)
      (rappeler|rappelle|rappellerai|rappellerons|recontacter) .. (des|rapidement|plus tard|aussi)
      des que (possible|je peux|je pourrai|nous)|dans les plus brefs|des mon retour
      (suis|sommes|cabinet est|etude est|agence est|tous) .. en (vacances|conges?|deplacement|voyage)|sommes partis
      lignes? .. (occupee|saturee)s?|(reessayez|rappelez) .. plus tard|(peut|pu) (pas )?aboutir
      (consultez|visitez) (notre|le) site|(pas|plus) (attribue|en service)|hors (service|ligne)
      (envoyez|ecrivez|envoie|ecris) (moi|nous)|(contactez|joindre) (ma|mon|mes|notre|nos)
      (informe|prevenu|avise)e? (de|par)|pas dabonne|en cas durgence|pour (les|une|toute) urgences?
      (horaires|heures) (de|douverture)|ouverts? (du|de|le)
      rouvr\\w+|ferm(e|es|ee|ees|eture)|du lundi au|inventaire|veuillez (rappeler|renouveler)`,
    absent: `
      (suis|sommes|est) .. pas .. (la|chez|a la maison)`,
    queue: `
      veuillez (patienter|rester)|restez en ligne
      votre (appel|correspondant) (est|va|sera|peut)|mettons en relation`,
    opening: `
      merci de votre appel|merci davoir appele
      vous etes (bien )?(chez|sur|en)|bienvenue`,
  },
  ruleAnswer: null,
};
