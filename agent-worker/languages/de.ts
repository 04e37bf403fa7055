import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in German. */
export const de: AgentLanguage = {
  phrases: {
    stillThere: 'Sind Sie noch da?',
    goodbye: 'Ich lege jetzt auf. Auf Wiederhören!',
    sayAgain: 'Das habe ich leider nicht verstanden. Können Sie es noch einmal sagen?',
    backAgain: 'Entschuldigung, die Verbindung war kurz unterbrochen. Wo waren wir stehen geblieben?',
    recorded: 'Dieses Gespräch wird aufgezeichnet.',
    takeCall: 'Um das Gespräch anzunehmen, drücken Sie die 1. Um es abzulehnen, drücken Sie die 2.',
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
  answering: {
    recorder: `
      nach dem .. (ton|signal|signalton|piep|piepton|pfeifton|tonsignal|piepsen|pfeifen)
      ansagedienst|bandansage|automatische ansage|sprachnachricht|nicht auflegen
      signalton|piepton|pfeifton
      mailbox|sprachbox|voice ?mail
      anrufbeantworter
      (nach|auf) den (ton|piep|piepton|signalton)|(beim|nach dem) pieps?
      sprechen sie (bitte )?(jetzt|nach)
      aufsprechen|aufs band|(der|dem|den) ab (von|der|des)
      (wissen sie|wisst ihr|weisst du) .. was (zu tun|sie|ihr|du)|ihr wisst ja`,
    menu: `
      (drucken|wahlen) sie (bitte )?(die |auf )?(taste |ziffer )?(#|raute|stern)
      (die|der|taste) (#|raute|rautetaste|sterntaste)
      hauptmenu|sprachportal|(sagen sie|mit) ja oder nein
      nennen sie .. (kunden|vertrags|auftrags|versicherten)?nummer
      folgenden (optionen|moglichkeiten|menu)
      sagen sie bitte|bitte sagen sie
      (geben|tippen) sie (bitte |jetzt ){0,2}(ihre|die|den|ein)
      (fur|bei|zu) (\\w+ ){1,6}(drucken|wahlen|sagen) sie
      (wenn|falls|sollten) (\\w+ ){1,10}(drucken|wahlen|sagen|nennen) sie
      nennen sie .. (anliegen|grund|stichwort)
      (uber|mit) (die|der|ihre|ihrer) (telefon)?tastatur
      sagen sie (einfach|zum beispiel)|in wenigen worten
      (automatische|digitale|virtuelle)[rsn]? (\\w+ )?(assistent|assistentin|service|system|telefonassistent)`,
    person: `
      (was|wie) kann ich
      was (mochten|wollen|brauchen) sie
      wer (ist|spricht)
      kann ich (ihnen |dir )?.. (helfen|ausrichten)
      (moment|sekunde|augenblick) (bitte|mal)
      mit wem
      (soll|mochten|wollen) (ich|sie|du)
      ich (kann|bin) gerade (nicht sprechen|im auto|in einer)`,
    away: `
      hinterlass(en|t)? (sie |uns |mir |bitte ){0,3}.. (nachricht|namen|nummer|rufnummer)
      (eine|ihre|deine) nachricht (auf|hinter)
      nicht .. (erreichbar|zu erreichen|zu sprechen|verfugbar|besetzt|abgenommen)
      nicht ans telefon|nicht personlich|nicht (entgegen ?nehmen|annehmen|rangehen|drangehen)
      (gewunschte|angerufene) .. (gesprachspartner|teilnehmer|person|rufnummer)
      (rufen|melden) (sie |wir |uns |ich |mich ){1,3}.. (zuruck|spater|wieder|zuruckrufen)
      (rufe|rufen|melde|melden) .. (zuruck|bei (ihnen|dir))
      im urlaub|ausser haus|dienstreise|elternzeit|mutterschutz|(meine|seine|ihre|unsere|die) vertretung
      (teilnehmer|nummer|handy|telefon) .. (ausgeschaltet|abgeschaltet)|gibt es nicht mehr
      (schreib|schicken sie|schick) .. (mail|nachricht|sms|whatsapp)
      (rufen|versuchen) sie (es |uns )?(bitte )?.. (spater|erneut)
      (offnungs|sprech|geschafts|buro) ?zeiten
      (anschluss|leitung|leitungen) .. besetzt|nicht (durchgestellt|hergestellt|verbunden) werden|mittagspause
      wir (sind|waren) .. unterwegs|schreiben sie .. (an|uns)|im internet|(unsere|unserer) (web|internet)seite
      geschlossen|nicht vergeben|nicht bekannt|kein anschluss|betriebsferien|feiertag(en|s)?
      (ist|sind|bleibt|bleiben|haben) .. (heute|morgen|zurzeit|derzeit|am \\w+) zu
      ausserhalb (unserer|der|dieser)|in dringenden (fallen|notfallen)|im notfall|notdienst|bereitschaftsdienst
      (per|eine) sms (\\w+ ){0,3}(informiert|benachrichtigt|uber)|(wird|wurde) .. (informiert|benachrichtigt)
      zu einem (spateren|anderen) zeitpunkt
      (vorubergehend|zurzeit) nicht
      wieder (fur (sie|euch) da|erreichbar|geoffnet)|wir .. wieder (da|zuruck|im haus)|montags? bis
      von (\\w+ )bis (\\w+ )uhr`,
    absent: `
      (bin|sind) .. (zur ?zeit|gerade|momentan|derzeit|im moment) (leider )?nicht
      nicht (zu hause|im buro|da)`,
    queue: `
      (bitte )?(warten|bleiben|gedulden) sie
      nachste(r|n)? freie
      (werden|wird) .. (verbunden|aufgezeichnet)`,
    opening: `
      (vielen dank|danke|schon) .. (fur ihren|dass sie) (anruf|anrufen)
      herzlich willkommen|willkommen bei
      sie haben .. (erreicht|gewahlt)|anschluss von`,
  },
  ruleAnswer: null,
};
