import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in German. */
export const de: AgentLanguage = {
  phrases: {
    stillThere: 'Sind Sie noch da?',
    goodbye: 'Ich lege jetzt auf. Auf Wiederhören!',
    sayAgain: 'Das habe ich leider nicht verstanden. Können Sie es noch einmal sagen?',
    backAgain: 'Entschuldigung, die Verbindung war kurz unterbrochen. Wo waren wir stehen geblieben?',
    recorded: 'Dieses Gespräch wird aufgezeichnet.',
  },
  apology: {
    instead: 'Entschuldigung, ich kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal.',
    cutOff: 'Entschuldigung, ich habe den Faden verloren.',
  },
  fillers: ['Einen Moment, bitte.', 'Ich sehe kurz nach.', 'Das haben wir gleich.'],
  rulePhrases: {
    hello: 'Hallo!',
    echo: 'Ich habe verstanden: {heard}.',
    hint:
      'Ich antworte nach einfachen Regeln, denn hier ist kein Sprachmodell eingerichtet. ' +
      'Dafür gibt es die Einstellung LLM_BASE_URL.',
    listening: 'Ich höre zu.',
  },
  backchannels: `
    mm, mmm, mhm, mh, hm, hmm, aha, ah, ach, ach so, achso, oh, äh, ähm, ja, jo, joa, jap, ja ja, jaja,
    genau, okay, ok, gut, klar, alles klar, stimmt, richtig, verstehe, ich verstehe, verstanden,
    natürlich, sicher, super, toll, schön, interessant, wirklich, echt, na gut, haha, hehe`,
  danglingWords: `
    und aber oder weil der die das den dem des ein eine einen einem einer mit für von zu zum zur im am
    bei mein meine ist sind war dass wenn äh ähm also dann noch über`,
  digitWords: 'null eins zwei/zwo drei vier fünf sechs sieben acht neun',
  ruleAnswer: null,
};
