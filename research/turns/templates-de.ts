/** Sentences of callers in German. Nouns are of genders whose articles do not change between subject and object. */
import type { Templates } from './templates.ts';

const WORDS: Templates['words'] = {
  thing:
    'die kamera/das handy/die spülmaschine/das auto/die reservierung/das angebot/die sendung/das konto/die matratze/' +
    'das ticket/die jacke/das sofa/die karte/das fahrrad/die tasche/das tablet/die bestellung/das abo/die rechnung/' +
    'das bett/die lieferung/das zelt/die erstattung/das formular/die überweisung/das fenster/die mahnung/das schloss/' +
    'die brille/das ladegerät/die versicherung/das regal/die therme/das radio/die tür/das gerät/die pumpe/das dach',
  item:
    'handy/angebot/konto/ticket/sofa/fahrrad/ladegerät/abo/tablet/auto/formular/gerät/bett/radio/zelt/schloss/modem/' +
    'rezept/attest/gepäck/zeugnis/passwort',
  some:
    'ein handy/eine kamera/ein auto/eine matratze/ein angebot/eine jacke/ein fahrrad/ein sofa/eine tasche/ein zelt/' +
    'eine brille/ein ladegerät/ein regal/eine versicherung/eine wohnung/ein zimmer/eine quittung/ein formular',
  place:
    'in bremen/am flughafen/bei mir/im büro/in berlin/im krankenhaus/in kassel/in der werkstatt/im laden/in genf/' +
    'in der schule/in der stadt/im lager/im hotel/in der klinik/auf der arbeit/am parkplatz/in graz/am eingang',
  name: 'schulz/krause/maria/hoffmann/khan/rossi/meyer/olga/weber/lopez/david/heinrich/nadja/chen/vogel/ivan/julia/brandt',
  day:
    'montag/mittwoch/freitag/sonntag/morgen/nächste woche/am wochenende/am zehnten/am zweiten juni/am 21/' +
    'nächsten monat/übermorgen/am montag/am freitag/heute nachmittag',
  time: 'um fünf/um zwölf/am morgen/nach 15 uhr/um halb neun/am abend/um 10 uhr/vor dem mittag/gegen 16 uhr/um viertel vor sechs',
  when:
    'gestern/letzten monat/heute früh/im märz/vor zwei tagen/gestern abend/vor einem monat/letztes jahr/diesen sommer/' +
    'vor drei wochen/neulich/2019/anfang des jahres/vorhin/zu meinem geburtstag/am {day}/kurz vor ostern',
  who: '',
  did:
    'ich habe {some} gekauft/ich habe {thing} bei ihnen gekauft/ich habe {some} bestellt/ich habe sie angerufen/' +
    'ich habe im büro angerufen/ich habe die gebühr bezahlt/ich habe {thing} verloren/ich habe {thing} fallen lassen/' +
    'ich habe {thing} im zug liegen lassen/ich war in {town}/mein sohn hat {thing} kaputt gemacht/' +
    'meine frau ist einkaufen gegangen/die sind zu uns gekommen/der techniker hat sich {thing} angesehen/' +
    'ich habe versucht es neu zu starten/ich habe es zurückgeschickt/ich habe es in die werkstatt gebracht/' +
    'ich habe einen brief bekommen/ich habe eine mail bekommen/ich habe eine stunde gewartet/ich habe {thing} aufgemacht/' +
    'ich habe ein geräusch gehört/wir sind nach {town} gezogen/ich habe einen vertrag unterschrieben/' +
    'man hat mir gesagt ich soll warten/die wollten zurückrufen/ich habe {thing} gefunden/' +
    'ich habe das kennwort geändert/ich hatte einen unfall/ich habe ein anderes verlangt/' +
    'ihr kollege hat mir diese durchwahl gegeben/ich habe {thing} eingebaut/ich habe ein zimmer gebucht/' +
    'wir haben {some} gemietet/ich habe das formular ausgefüllt/ich habe ihnen {thing} geschickt/' +
    'ich habe geld überwiesen/ich habe mit {name} gesprochen/ich habe ihnen geschrieben/ich habe {thing} abgeholt/' +
    'ich hatte {time} einen termin/ich habe es auf den tisch gelegt/ich habe es eingesteckt/' +
    'ich habe die anleitung gelesen/ich habe es ausgeschaltet/ich habe {name} {thing} gegeben/' +
    'der bote hat {thing} draußen abgestellt/mein mann hat angerufen/meine mutter hat bezahlt/' +
    'die haben ein teil getauscht/die haben {thing} repariert/ich bin in urlaub gefahren/ich habe mich angemeldet/' +
    'ich habe auf einen link geklickt/ich habe {thing} storniert/es hat geklingelt/der elektriker war da/' +
    'mir wurde ein anderer tag genannt',
  passive:
    '{thing} wurde geliefert/es ging nicht mehr/es war zerbrochen/keiner hat geantwortet/es war niemand da/' +
    'eine woche ging es/die lampe wurde rot/es machte komische geräusche/die tür war zu/es hat geregnet/' +
    'der bildschirm wurde schwarz/es hat drei wochen gedauert/der preis war ein anderer/der strom fiel aus/' +
    'da stand ein mann vor der tür/die verbindung brach ab/es war die falsche farbe/der karton war offen/' +
    'der bus hatte verspätung/{thing} wurde gestohlen/es fiel von der wand/es wurde schlimmer/es war die falsche größe/' +
    'das wasser kam durch die decke/der automat hat {thing} eingezogen/es gab ein problem mit der technik',
  state:
    'ich habe {some} von ihnen/wir haben ein haus in {town}/ich bin seit zehn jahren kunde/mein {item} ist ziemlich alt/' +
    'wir wohnen neben einer fabrik/meine mutter lebt allein/ich arbeite nachts/ich habe zwei kinder/' +
    'wir sind ein kleiner betrieb/die leute über uns sind laut/ich bin student/mein mann liegt im krankenhaus/' +
    'ich habe {day} einen termin/{thing} läuft auf meinen namen/im garten steht ein baum',
  result:
    'jetzt tropft es/ich will mein geld zurück/ich brauche ein neues/es geht immer noch nicht/keiner hilft mir/' +
    'ich weiß nicht was ich machen soll/was mache ich jetzt/es ist immer noch nicht da/schicken sie bitte jemanden/' +
    'ich muss es bezahlen/ich hätte gern eine erstattung/ich wollte fragen ob sie mir helfen können/' +
    'können sie mir sagen wo es ist/jetzt komme ich nicht mehr rein/ich habe nichts mehr gehört/' +
    'jetzt soll ich schuld sein/ich will wissen warum/deshalb rufe ich an/die haben mir ihre nummer gegeben/' +
    'ich habe nie eine antwort bekommen/ich warte immer noch/man sieht nichts mehr/ich will kündigen/' +
    'kann ich es umtauschen/es geht von allein aus/mir hat keiner etwas gesagt/ich soll zweihundert euro zahlen/' +
    'das problem ist immer noch da/könnten sie mal nachsehen/das ist mir zu viel/wir mussten gehen/' +
    'es war zu spät/ich konnte es nicht benutzen/ich habe den flug verpasst/die nehmen es nicht zurück/' +
    'es passt mir nicht/zahlt das die versicherung/muss ich das bezahlen/es riecht furchtbar/' +
    'ich brauche es bis {day}/sie haben nicht geantwortet/die rechnung ist viel zu hoch/ich möchte mich beschweren',
  wrong:
    'mein {item} ist noch nicht da/mein {item} geht nicht/mir wurde {thing} gestohlen/mein {item} macht probleme/' +
    'ich bekomme {thing} nicht auf/ich habe mein {item} verloren/ich habe mein passwort vergessen/mein {item} ist kaputt/' +
    'ich habe mein {item} nie bekommen/es ist zu klein/{thing} geht nicht an/sie haben mir etwas anderes geschickt/' +
    'mir wurde zu viel abgebucht/{thing} ist beschädigt/mich hat keiner abgeholt/ich habe meinen termin verpasst/' +
    'ich habe {thing} in der bahn vergessen/ich finde {thing} nicht/ich stehe seit zwei stunden hier/' +
    'es gibt kein warmes wasser/mein {item} ist abgelaufen/ich habe mich ausgesperrt/in der rechnung ist ein fehler/' +
    'die seite lädt nicht/mein {item} macht komische geräusche/ich habe {thing} immer noch nicht',
  wh:
    'was das kostet/wann das fertig ist/ob sie das noch haben/ob sie nach {town} liefern/warum mein {item} nicht geht/' +
    'wo ich {thing} abholen kann/welches das beste ist/was mit {thing} passiert ist/wie ich {thing} austausche/' +
    'wer dafür zuständig ist/wann sie aufmachen/wie lange das dauert/ob ich {some} brauche/was alles dabei ist/' +
    'ob ich mit karte zahlen kann/wo {thing} ist/wie {thing} funktioniert/ob noch etwas frei ist/bis wann ich zeit habe',
  asks:
    'können sie mir sagen/könnten sie mir sagen/wissen sie/ich wüsste gern/ich möchte wissen/könnten sie nachsehen/' +
    'ich würde gern wissen/können sie mir erklären/ich habe mich gefragt/sagen sie mir bitte/ich muss wissen/' +
    'ich wollte fragen/mich würde interessieren/ich weiß nicht/haben sie eine ahnung/darf ich fragen/' +
    'ich wollte nur wissen/ich rufe an um zu fragen/verraten sie mir',
  wants:
    'ich brauche/ich will/ich möchte/ich hätte gern/kann ich bitte haben/geben sie mir/ich suche/wir brauchen/' +
    'ich nehme/wir nehmen/wir hätten gern/bringen sie mir bitte/für mich/bestellen sie bitte',
  filler:
    'äh/ähm/hm/also/na ja/mal sehen/tja/ich meine/moment/lassen sie mich überlegen/eine sekunde/wie sagt man/sozusagen/' +
    'nun/warten sie mal',
  quantity:
    'zwei/drei/ein paar/einige/fünf/ein dutzend/ein kilo/eine packung/vier/noch mehr/zehn/ein bisschen',
  food:
    'hamburger/suppen/pommes/kaffee/salate/tomaten/brote/brötchen/tee/nudeln/limonade/pfannkuchen/würstchen/käse/' +
    'äpfel/pizza/kartoffeln/eis/bier/kuchen/austern/sandwiches/apfelsaft/flaschen rotwein',
  goods:
    'hocker/kartons/schrauben/eimer farbe/batterien/kerzen/handtücher/stifte/teller/kabel/handschuhe/schürzen/socken/' +
    'winterstiefel/hosen/kissen/spiegel/ordner/bürsten/vorhänge/glühbirnen/helme/becher/rote rosen',
  skill: 'klavier/schach/tennis/mathe/biologie/geschichte/erste hilfe/yoga/schlagzeug/judo/latein',
  town: 'madrid/lyon/oslo/prag/dublin/athen/boston/münchen/turin/krakau/porto/leipzig/dresden/ulm/zürich/paris',
  person:
    'mein bruder/anna/herr kolb/doktor lang/meine tante/zwei kollegen/peter und seine frau/die chefin/unsere freunde/' +
    'meine tochter/frau klein/das ganze team/eine freundin/seine mutter/die enkel/onkel georg',
  year: '1983/1975/2001/1992/2010/1969/1988/neunzehnhundertzweiundneunzig',
  n: 'zwei/drei/vier/fünf/sechs/sieben/zehn/zwölf/zwanzig/fünfzig/2/4/8/15/60',
  no:
    'nein/entschuldigung/nein warten sie/ich meine/eigentlich/oder besser/warten sie/ach nein/nein tut mir leid/nein nein/' +
    'pardon/ich korrigiere/vielmehr/oder doch/moment/nee/ich wollte sagen/sekunde mal/was sage ich denn/' +
    'da habe ich mich vertan/ach so nein/halt/äh nein/stimmt nicht',
};

/** Subjects with their verbs, which change places behind a time or "dann". */
const TURNED = (
  'ich habe/ich war/ich hatte/ich bin/wir haben/wir sind/wir waren/es ging/es war/es hat/es machte/es fiel/es gab/' +
  'es wurde/die haben/die sind/mein sohn hat/meine frau ist/mein mann hat/meine mutter hat/der techniker hat/' +
  'der bote hat/der elektriker war/ihr kollege hat/man hat/mir wurde/keiner hat/der preis war/der strom fiel/' +
  'die tür war/die lampe wurde/der karton war/der bus hatte/das wasser kam/die verbindung brach'
).split('/');
const BEFORE_VERBS = [
  ...(WORDS.when ?? '')
    .split('/')
    .flatMap((when) => (WORDS.day ?? '').split('/').map((day) => when.replace('{day}', day))),
  ...'dann/danach/später/also/da'.split('/'),
];

export const GERMAN: Templates = {
  words: WORDS,
  requests:
    'können sie | {thing} nach {town} schicken/ich möchte | {thing} stornieren/ich muss | meinen termin auf {day} verlegen/' +
    'ich würde gern | {thing} tauschen/könnten sie mich | {time} zurückrufen/ist es möglich | {some} bis {day} zu bekommen/' +
    'ich habe eine frage zu | meinem vertrag/ich rufe an wegen | der lieferung von {day}/' +
    'ich möchte mit | jemandem aus der technik sprechen/haben sie | {some} mit garantie/ich suche {some} mit | langer laufzeit/' +
    '{thing} die sie geschickt haben | ist kaputt/wenn ich heute bezahle | wann bekomme ich es dann/' +
    'immer wenn ich {thing} benutze | kommt ein fehler/ich brauche ein zimmer | für zwei nächte | ab {day}/' +
    'kann ich | mein {item} mitbringen/ich glaube dass | das zu teuer ist/wir brauchen {some} für | das büro in {town}/' +
    'ich brauche jemanden der | {thing} reparieren kann/sobald {thing} fertig ist | rufen sie mich an/' +
    'bevor sie {thing} schicken | prüfen sie bitte die adresse/wegen des wetters | kommen wir lieber {day}/' +
    'ich rufe an weil | mein {item} nicht geht/was ich brauche ist | {some} bis {day}/ich möchte gern | {some} reservieren/' +
    'ich melde mich wegen | {thing}/eigentlich | habe ich kein netz mehr/ich bin mir nicht sicher ob | ich {some} brauche/' +
    'ich hätte gern {some} | und zwar bis {day}/ich versuche | {name} zu erreichen/ich wollte mich | wegen {thing} melden/' +
    'würden sie mir | {some} zusenden/ich habe gehört dass | sie {some} anbieten/es geht um | {thing}/' +
    'ich würde gern mit | {name} reden/ich muss unbedingt | {thing} abholen/wir möchten | {day} nach {town} fahren/' +
    'ich ärgere mich über | {thing}/ich interessiere mich für | {some}/es geht darum dass | {thing} nicht ankommt/' +
    'sagen sie mir bitte wie | ich nach {town} komme/ich suche {some} das | nicht so teuer ist/' +
    'wäre es in ordnung | wenn ich {time} komme/die frage ist ob | das noch geht/ich möchte mich | für einen kurs anmelden',
  whole:
    'wo ist der eingang/was kostet {thing}/wann öffnen sie {day}/ich möchte mein {item} kündigen/' +
    'ich möchte {thing} umtauschen/ich habe eine frage/kann ich mit {name} sprechen/ich brauche {some}/' +
    'rufen sie mich {time} an/ich heiße {name}/ich bin {name}/hier ist {name}/es geht um mein {item}/haben sie {some}/' +
    'ist {thing} dabei/können sie mein {item} reparieren/wie lange dauert das/ich brauche ein zimmer für zwei nächte/' +
    'ich möchte einen termin vereinbaren/wie viel macht das/welches empfehlen sie/' +
    'reservieren sie mir bitte etwas für {day}/bis wann kann ich anrufen/in welchem stock ist das/' +
    'wer ist mein ansprechpartner/ich möchte {thing} zurückgeben/verbinden sie mich bitte mit {name}/brauche ich {some}/' +
    'wie komme ich nach {town}/kann ich mit karte zahlen/wann kommt mein {item}/gibt es einen parkplatz/' +
    'ich möchte den leiter sprechen/können sie mir {thing} schicken/ich brauche hilfe mit {thing}/' +
    'ich möchte {thing} als verloren melden/haben sie {day} offen/ich möchte mein {item} verlängern/' +
    'ich muss {thing} ändern/wo muss ich unterschreiben/welcher bus fährt nach {town}/wie sind ihre öffnungszeiten/' +
    'ich wollte nur danke sagen/wie alt muss man sein/ich möchte etwas bestellen/ich brauche {some} bis {day}/' +
    'wir würden gern {day} kommen/ich habe {thing} bekommen/ich bin seit gestern krank/sie haben {thing} doppelt berechnet/' +
    'meine frau hat {thing} verloren/{thing} funktioniert nicht/ich kann {thing} nicht finden/ich nehme {thing}',
  common:
    'wie spät ist es/wie spät ist es in {town}/hören sie mich/können sie mir helfen/was können sie/wer sind sie/' +
    'wie geht es ihnen/wie heißen sie/mit wem spreche ich/das ist alles/das wäre alles/vielen dank/danke für ihre hilfe/' +
    'hallo/guten tag/guten abend/auf wiederhören/bis bald/erzählen sie einen witz/können sie das wiederholen/' +
    'das habe ich nicht verstanden/sprechen sie bitte langsamer/ich weiß es nicht/ich bin nicht sicher/es geht nicht/' +
    'es ist kaputt/ich wohne in {town}/ich komme aus {town}/gut danke/warten sie einen augenblick/' +
    'machen sie das licht aus/machen sie das radio an/spielen sie musik/machen sie die musik aus/wie ist das wetter/' +
    'wie wird das wetter morgen in {town}/wird es regnen/gibt es hier eine apotheke/wo ist der bahnhof/ist das weit/' +
    'welcher tag ist heute/ich muss los/das stimmt nicht/ich möchte einen tisch reservieren/' +
    'ich möchte einen tisch für zwei reservieren/ich möchte einen flug nach {town}/ich möchte {day} nach {town} fliegen/' +
    'ich brauche einen termin/ich brauche {day} einen termin/wie viel ist zwei plus zwei/was habe ich {day} vor/' +
    'wecken sie mich {time}/erinnern sie mich {day} daran/rufen sie meine mutter an/schreiben sie {name} eine nachricht/' +
    'lesen sie mir die nachrichten vor/hat das museum offen/liefern sie nach {town}/sprechen sie englisch/' +
    'ich möchte mit einem menschen sprechen/erzählen sie mir mehr/warum/was heißt das/ja ich bin noch da/' +
    'nein das ist falsch/ich habe noch eine frage/ich habe es mir anders überlegt/das passt mir/heute nicht danke',
  lists: [
    ['{wants}', '{quantity} {food}'],
    ['{wants}', '{quantity} {goods}'],
    [
      'wir haben keine/bestellen sie/bringen sie/nehmen sie/wir verkaufen/vergessen sie nicht die/ich habe gekauft',
      '{goods}',
    ],
    ['ich mag/sie unterrichtet/er lernt/ich habe gelernt/wir machen', '{skill}'],
    ['wir waren in/ich habe gearbeitet in/wir haben läden in/ich will nach/er hat gelebt in', '{town}'],
    ['es kommen/da sind/eingeladen sind/dabei sind/mit mir kommen', '{person}'],
    ['ich kann/wir haben offen/ich bin frei/es ginge', '{day}'],
    ['sie isst keine/uns fehlen/ich möchte', '{food}'],
    ['prüfen sie/zu putzen sind/verloren habe ich/die haben mitgenommen/wir müssen reparieren', '{thing}'],
    ['', '{quantity} {food}'],
    ['', '{day}'],
    ['', '{person}'],
    ['', '{thing}'],
    ['', '{goods}'],
  ],
  corrected: [
    ['es ist/schreiben sie/mein termin ist/die kommen/bestellt habe ich es', '{day}'],
    ['wir kommen/es beginnt/die sitzung ist/mein zug fährt/rufen sie mich an/da war ich', '{time}'],
    ['ich will/ich habe bestellt/geben sie mir/wir nehmen/ich sagte', '{quantity} {food}'],
    ['ich will nach/das ist in/wir ziehen nach/das paket geht nach/ich rufe an aus', '{town}'],
    ['das ist von/gekauft wurde es/das war/angefangen habe ich', '{year}'],
    ['wir sind/wir werden/ein tisch für/platz ist für/ich brauche', '{n}'],
    ['ich möchte sprechen mit/reserviert ist auf/mein arzt ist/geschickt habe ich es an/ich heiße', '{name}'],
    ['das ist/fahren sie mich/holen sie mich ab', '{place}'],
    [
      'das kostet/bezahlt habe ich/die miete ist/überweisen sie/abgebucht wurden',
      '{n} euro/{n} franken/{n} dollar',
    ],
    ['das ist/ich wohne/wir sitzen/das büro ist', 'oben/unten/hinten/in der ersten reihe/im erdgeschoss'],
    [
      'stornieren sie/verloren habe ich/ändern sie/es geht um',
      '{thing}/mein {item}/das erste/die zweite/das große',
    ],
  ],
  short: [
    ['Stimmt das so?', 'ja/nein/ja genau/genau/stimmt/ja stimmt/richtig/ja das stimmt/exakt/natürlich'],
    [
      'Kann ich noch etwas für Sie tun?',
      'nein danke/nein das war alles/nein/das war alles/ja/nichts weiter/das reicht',
    ],
    ['Möchten Sie das kleine oder das große?', 'das kleine/das große/das große bitte/beide/keins/das erste'],
    ['Wie viele möchten Sie?', 'zwei/#/fünf/nur eins/ein dutzend/drei/zehn etwa/ein einziges'],
    [
      'Soll ich weitermachen?',
      'okay/ja/ja bitte/nein moment/in ordnung/gut/sehr gerne/machen sie das/von mir aus',
    ],
    ['Welcher Tag wäre Ihnen am liebsten?', '{day}/{day} bitte/egal welcher/der fünfte'],
    ['Um wie viel Uhr?', '{time}/egal wann/mittags/um 7/halb zehn'],
    ['Hören Sie mich?', 'ja/ja ich höre sie/ich höre sie/ja hallo'],
    ['Wie heißen Sie?', '{name}/ich heiße {name}/ich bin {name}/{name} {name}'],
    ['Von wo rufen Sie an?', '{town}/aus {town}/ich bin in {town}'],
    ['Guten Tag, wie kann ich Ihnen helfen?', 'guten tag/guten abend/ja guten tag'],
    ['Welche Farbe möchten Sie?', 'schwarz/das rote/dunkelblau/egal/weiß bitte'],
  ],
  questions: {
    number: [
      'Wie ist Ihre Telefonnummer?',
      'Wie lautet Ihre Kontonummer?',
      'Nennen Sie mir Ihre Kartennummer.',
      'Wie ist der Code?',
      'Können Sie mir die Referenz geben?',
    ],
    email: ['Wie ist Ihre E-Mail-Adresse?'],
    address: ['Wie ist Ihre Adresse?', 'Wohin sollen wir es schicken?'],
    spelling: ['Können Sie Ihren Namen buchstabieren?', 'Wie schreibt man das?'],
    open: ['Wie kann ich Ihnen helfen?', 'Guten Tag, was kann ich für Sie tun?', 'Ich höre.'],
    story: [
      'Was ist passiert?',
      'Was ist das Problem?',
      'Warum rufen Sie an?',
      'Wie kann ich Ihnen helfen?',
      'Was kann ich für Sie tun?',
    ],
    list: ['Was möchten Sie bestellen?', 'Welche Tage passen Ihnen?', 'Was brauchen Sie?', 'Wer kommt?'],
  },
  whatHappened: ['Was ist passiert?', 'Was ist das Problem?', 'Warum rufen Sie an?'],
  digits: 'null eins zwei drei vier fünf sechs sieben acht neun'.split(' '),
  linking: 'und/aber/dann/und dann/danach/später/also/als/da/und da',
  beforeResult: 'und/und/aber/deshalb/und jetzt/aber jetzt/und nun//',
  beforeLast: 'und/und/und/oder/und auch/sowie',
  beforeSecond: '/und',
  beforeComplaint: 'und/also/aber',
  please: 'bitte',
  beforeNumber:
    '/die/ja/ja das ist die/meine nummer ist die/meine nummer ist/die nummer ist/okay/das ist/warten sie/also',
  beforeEmail: '/das ist/meine mail ist/schicken sie es an',
  email: { between: 'punkt/at/minus', at: 'at', dot: 'punkt', ends: 'com/de/net/org' },
  beforeAddress:
    '/ich wohne im/das ist/die adresse ist/wir sind umgezogen in den/liefern sie es in den/der laden ist im',
  street: '{name} {road} | {#}',
  road: 'weg/straße/platz/allee/gasse/ring/ufer/damm',
  beforePlace: '/in/bei/neben dem/gegenüber vom',
  beforeLetters: '/das ist/ja/natürlich/ich heiße/das schreibt sich',
  newThing: 'etwas anderes',
  aThing: '{some}',
  contracted: [...new Set(BEFORE_VERBS)].flatMap((before) =>
    TURNED.map((said) => {
      const verb = said.split(' ').at(-1) ?? '';
      return [`${before} ${said} `, `${before} ${verb} ${said.slice(0, -verb.length - 1)} `] as const;
    }),
  ),
};
