import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in Dutch. */
export const nl: AgentLanguage = {
  phrases: {
    stillThere: 'Bent u er nog?',
    goodbye: 'Ik hang nu op. Tot ziens!',
    sayAgain: 'Dat heb ik helaas niet verstaan. Kunt u het nog een keer zeggen?',
    backAgain: 'Excuses, de verbinding was even onderbroken. Waar waren we gebleven?',
    recorded: 'Dit gesprek wordt opgenomen.',
    takeCall: 'Toets 1 om het gesprek aan te nemen. Toets 2 om het te weigeren.',
  },
  apology: {
    instead: 'Sorry, ik kan nu even geen antwoord geven. Probeer het zo nog eens.',
    cutOff: 'Sorry, ik ben de draad kwijt.',
  },
  fillers: ['Een ogenblik, alstublieft.', 'Ik kijk even.', 'Heel even geduld.'],
  rulePhrases: {
    hello: 'Hallo!',
    echo: 'Ik hoorde u zeggen: {heard}.',
    hint:
      'Ik antwoord volgens eenvoudige regels, want hier is geen taalmodel ingesteld. ' +
      'Daarvoor is de instelling LLM_BASE_URL.',
    listening: 'Ik luister.',
  },
  backchannels: `
    mm, mmm, mhm, hm, hmm, aha, ah, oh, o, eh, ehm, ja, jawel, jaja, jep, oké, oke, ok, okay, goed,
    prima, precies, inderdaad, klopt, juist, natuurlijk, zeker, ik snap het, snap ik, begrijp ik, ik
    begrijp het, mooi, leuk, echt, haha, hehe`,
  danglingWords: `
    en maar of omdat de het een met voor van naar in op bij mijn is zijn was dat als eh ehm dus dan ook
    over`,
  digitWords: '',
  ruleAnswer: null,
};
