/** German words that are written alike: verbs with separable and inseparable prefixes, and a few nouns. */
import { reading } from '../table.ts';
import type { Heteronym } from '../types.ts';

export const GERMAN_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  umfahren: [
    reading('ʊmˈfaːʁən', 'drive around', {
      near: 'stau baustelle hindernis hindernisse stadt insel weiträumig schlagloch kap innenstadt sperrung',
    }),
    reading('ˈʊmˌfaːʁən', 'knock down', {
      near: 'schild verkehrsschild poller fußgänger laterne zaun baum pfosten versehentlich beinahe fast radfahrer',
    }),
  ],
  übersetzen: [
    reading('yːbɐˈzɛtsən', 'translate', {
      near: 'text buch sprache deutsch* englisch* französisch* wort wörtlich roman brief satz gedicht ins',
    }),
    reading('ˈyːbɐˌzɛtsən', 'ferry across', { near: 'fähre ufer fluss boot insel fährmann see kahn' }),
  ],
  umschreiben: [
    reading('ʊmˈʃʁaɪbən', 'paraphrase', { near: 'worten wort begriff anders ausdruck fremdwort höflich' }),
    reading('ˈʊmˌʃʁaɪbən', 'rewrite', {
      near: 'text roman kapitel drehbuch neu komplett brief lassen grundbuch',
    }),
  ],
  durchschauen: [
    reading('dʊɐçˈʃaʊən', 'see through', { near: 'trick spiel plan lüge absicht ihn leicht lügen' }),
    reading('ˈdʊɐçˌʃaʊən', 'look through', { near: 'fenster fernrohr glas loch brille fernglas' }),
  ],
  unterstellen: [
    reading('ʊntɐˈʃtɛlən', 'insinuate', { near: 'absicht lüge böse mir ihm dir niemandem bösen' }),
    reading('ˈʊntɐˌʃtɛlən', 'put under cover', {
      near: 'regen fahrrad garage dach auto schuppen gewitter keller',
    }),
  ],
  umstellen: [
    reading('ˈʊmˌʃtɛlən', 'rearrange', { near: 'möbel uhr ernährung schrank sommerzeit system winterzeit' }),
    reading('ʊmˈʃtɛlən', 'surround', { near: 'polizei haus soldaten gebäude polizisten bank truppen' }),
  ],
  durchbrechen: [
    reading('dʊɐçˈbʁɛçən', 'break through', {
      near: 'mauer front schallmauer teufelskreis schweigen muster grenze',
    }),
    reading('ˈdʊɐçˌbʁɛçən', 'snap', { near: 'ast stock brett zwei eis boden holz' }),
  ],
  übertreten: [
    reading('yːbɐˈtʁeːtən', 'break a rule', {
      near: 'gesetz regel regeln verbot gebot grenze vorschrift gesetze',
    }),
    reading('ˈyːbɐˌtʁeːtən', 'change sides', {
      near: 'zum islam glauben christentum partei judentum zur ufer',
    }),
  ],
  wiederholen: [
    reading('viːdɐˈhoːlən', 'repeat', {
      near: 'frage satz noch wort klasse prüfung vokabeln bitte fehler geschichte',
    }),
    reading('ˈviːdɐˌhoːlən', 'fetch back', { near: 'ball geld zurück verlorene nachbarn' }),
  ],
  umgehen: [
    reading('ˈʊmˌɡeːən', 'handle, deal', { near: 'mit damit menschen tieren geld kindern kritik' }),
    reading('ʊmˈɡeːən', 'avoid', {
      near: 'gesetz verbot regeln problem stau sperre gesetze steuern geschickt',
    }),
  ],
  überziehen: [
    reading('yːbɐˈtsiːən', 'overdraw, overrun', { near: 'konto zeit sendezeit kredit redezeit minuten' }),
    reading('ˈyːbɐˌtsiːən', 'put on', { near: 'pullover jacke mantel mütze kalt handschuhe' }),
  ],
  umreißen: [
    reading('ʊmˈʁaɪsən', 'outline', { near: 'kurz problem plan thema grob lage aufgabe' }),
    reading('ˈʊmˌʁaɪsən', 'tear down', { near: 'haus sturm baum zaun mauer vase' }),
  ],
  montage: [
    reading('mɔnˈtaːʒə', 'assembly', {
      before: 'der zur bei auf eine für nach *e',
      near: 'möbel maschine anleitung werkzeug teile küche dauert schrank',
    }),
    reading('ˈmoːntaːɡə', 'Mondays', {
      before: 'alle viele mehrere mag hasst keine',
      near: 'dienstage woche hasse sind arbeitsfrei graue',
    }),
  ],
  modern: [
    reading('moˈdɛʁn', 'up to date', {
      before: 'sehr ganz so ist zu *s',
      near: 'kunst haus technik eingerichtet',
    }),
    reading('ˈmoːdɐn', 'rot', { near: 'laub blätter holz keller feucht bretter wald boden langsam' }),
  ],
  tenor: [
    reading('teˈnoːɐ', 'high voice, singer', {
      near: 'oper singt arie chor bass stimme bariton sänger sang konzert',
    }),
    reading('ˈteːnoːɐ', 'gist', {
      near: 'urteil urteils artikel allgemeine rede aussagen gespräche berichte',
      after: 'der des',
    }),
  ],
  weg: [reading('ˈvɛk', 'away, gone', {}), reading('ˈveːk', 'way, path', { capital: true })],
  august: [
    reading('aʊˈɡʊst', 'month', {
      before: 'im anfang ende mitte *. bis',
      near: 'juli september sommer ferien',
    }),
    reading('ˈaʊɡʊst', 'name', {
      near: 'onkel könig kurfürst opa bebel herr dumme starke',
      before: 'onkel opa der',
    }),
  ],
  roman: [
    reading('ʁoˈmaːn', 'novel', {
      before: 'der ein einen den dieser ihr sein neuer neuen dem',
      near: 'buch autor kapitel',
    }),
    reading('ˈʁoːman', 'name', {
      before: '^ bruder und mit von freund sohn',
      near: 'polanski',
      after: 'hat ist kommt und',
    }),
  ],
  hochzeit: [
    reading('ˈhɔxtsaɪt', 'wedding', { near: 'braut gäste feiern eingeladen kirche paar' }),
    reading('ˈhoːxˌtsaɪt', 'heyday', {
      near: 'kultur epoche jahrhundert industrie reiches romantik handels erlebte',
    }),
  ],
  service: [
    reading('ˈzœʁvɪs', 'service', { near: 'kunden restaurant hotel werkstatt' }),
    reading('zɛʁˈviːs', 'set of dishes', {
      near: 'geschirr porzellan teller tassen schrank meißner großmutter',
    }),
  ],
  band: [
    reading('ˈbant', 'ribbon, volume', {
      before: 'das ein erster zweiter der rotes',
      near: 'buch haare lexikon maß rotes seiten',
    }),
    reading('ˈbɛnt', 'music group', {
      before: 'die eine dieser meine',
      near: 'gitarrist konzert schlagzeug sänger musik rock spielt album',
    }),
  ],
};
