/**
 * What agents and callers say about answers of a known form in German, Spanish and French, one pattern for each
 * language.
 */
import type { AnswerForm } from './answer-forms.ts';

type Patterns = Readonly<Partial<Record<AnswerForm, readonly RegExp[]>>>;

/** Questions for each form. */
export const ASKED_ELSEWHERE: Patterns = {
  email: [/\bcorreo\b/u, /\bcourriel\b|\b(?:adresse|votre) mail\b/u],
  spelling: [
    /buchstabier|wie schreibt (?:man|sich)/u,
    /deletre|cómo se escribe/u,
    /épele|s'(?:écrit|épelle)/u,
  ],
  card: [/kartennummer/u, /número de (?:la |su )?tarjeta/u, /numéro de (?:la |votre )?carte/u],
  postcode: [/postleitzahl/u, /código postal/u, /code postal/u],
  code: [/\p{L}stellig/u, /\bcódigo\b/u],
  number: [
    /(?:kunden|bestell|vertrags|auftrags|rechnungs|konto|buchungs|mitglieds)-?nummer/u,
    /(?:serien|versicherungs|referenz|zähler)-?nummer/u,
    /número del? (?:pedido|cliente|cuenta|reserva|póliza|factura|socio|serie|contrato|referencia|contador)/u,
    /\breferencia\b|\bréférence\b/u,
    /numéro d[eu] (?:commande|client|compte|réservation|contrat|facture|dossier|série|référence|compteur)/u,
  ],
  phone: [
    /(?:telefon|handy|mobil|rückruf)nummer|\b(?:welcher|ihre) nummer\b/u,
    /\bteléfono\b|\bmóvil\b|\bqué número\b/u,
    /numéro de (?:téléphone|portable|mobile)|\bquel numéro\b/u,
  ],
  address: [
    /\badresse\b|\bwo wohnen\b|\bwohin\b.*\b(?:liefern|schicken|senden)/u,
    /\bdirección\b|\bdónde (?:vive|.*\b(?:env[ií]|mand|entreg|recoj))/u,
    /\boù (?:habitez|.*\b(?:livr|envoy))/u,
  ],
  list: [
    /\bwas (?:darf es sein|möchten sie (?:bestellen|essen|trinken))|\bwelche (?:tage|termine)\b|\bwer kommt\b/u,
    /\bqué les? (?:pongo|traigo)|\bqué (?:desea|quiere)n? (?:tomar|pedir|comer|beber)/u,
    /\bqué días\b|\bquién(?:es)? vienen?\b/u,
    /\bvous sers\b|vous (?:boire|manger|commander|prendre)\b|\bquels jours\b|\bqui vient\b/u,
  ],
};

/** What callers say to announce an answer, by form. */
export const ANNOUNCED_ELSEWHERE: Patterns = {
  email: [
    /\be-?mail(?:-?adresse)? (?:ist|lautet)\b/u,
    /\b(?:e-?mail|correo(?: electrónico)?) es\b/u,
    /\b(?:e-?mail|mail|courriel) (?:est|c'est)\b/u,
  ],
  spelling: [/\bschreibt (?:sich|man)\b/u, /\bse (?:escribe|deletrea)\b/u, /s'(?:écrit|épelle)/u],
  card: [
    /\bkartennummer (?:ist|lautet)\b/u,
    /\btarjeta es\b/u,
    /\bnuméro de (?:la |ma )?carte (?:est|c'est)/u,
  ],
  postcode: [/\bpostleitzahl (?:ist|lautet)\b/u, /\bcódigo postal es\b/u, /\bcode postal (?:est|c'est)/u],
  code: [/\bcode (?:ist|lautet)\b/u, /\bcódigo es\b/u, /\bcode (?:est|c'est)/u],
  number: [
    /\b(?:kunden|bestell|vertrags|auftrags|rechnungs|konto|buchungs|mitglieds)nummer (?:ist|lautet)\b/u,
    /\bnúmero de (?:pedido|cliente|cuenta|reserva|póliza|factura|socio) es\b/u,
    /\bnuméro de (?:commande|client|compte|réservation|contrat|facture|dossier) (?:est|c'est)/u,
  ],
  phone: [
    /\bmeine (?:telefon|handy|mobil)?nummer (?:ist|lautet)\b|\bmich unter\b/u,
    /\bmi (?:número|móvil|teléfono)(?: de (?:teléfono|móvil))? es\b|\b(?:llamarme|llámeme|localizarme) al\b/u,
    /\bmon (?:numéro|portable)(?: de (?:téléphone|portable))? (?:est|c'est)/u,
    /\b(?:rappeler|joindre|appeler|rappelez-moi|appelez-moi) au\b/u,
  ],
  address: [
    /\bich wohne (?:in|im|am|an)\b|\badresse (?:ist|lautet)\b/u,
    /\bvivo en\b|\bdirección es\b/u,
    /\bj'habite\b|\badresse (?:est|c'est)/u,
  ],
};

/** A request without a question mark. */
export const REQUESTS_ELSEWHERE =
  /(?<!\p{L})(?:bitte|(?:sagen|nennen|geben) sie|dígame|deme|deletree|donnez|dites|épelez)(?!\p{L})/u;

/** A question that is answered with yes or no first. */
export const YES_OR_NO_ELSEWHERE: readonly RegExp[] = [
  /^(?:(?:und|also|gut)[ ,]+)*(?:(?:haben|möchten|wollen) sie|ist|sind|soll|sollen|stimmt)(?!\p{L})/u,
  /^¿?(?:(?:y|bueno)[ ,]+)*(?:tienen?|quieren?|desean?|prefieren?|es|está|hay|ha|le)(?!\p{L})/u,
  /^(?:(?:et|alors)[ ,]+)*(?:est-ce que (?!vous p)|(?:avez|voulez|souhaitez|désirez|êtes)-vous|(?:dois|puis)-je)/u,
];

/** Phrases of callers who have nothing to dictate, or nothing yet. */
export const DECLINES_ELSEWHERE: readonly RegExp[] = [
  /(?<!\p{L})(?:nein|nicht|keine?|warum|wieso|espere|momento|qué|ninguno|non|pas|attendez|pourquoi)(?!\p{L})/iu,
  /^\P{L}*(?:ja|klar|sí|claro|vale|oui|d'accord)\P{L}*$/iu,
];

/** Words that ask for a name or introduce one. */
export const NAMING_ELSEWHERE =
  /nachname|vorname|\bheiße\b|\bapellido|\bnombre\b|\bllam[oa]\b|\bnom\b|prénom|\bappelle\b/u;

/** Words that introduce something spelled. */
export const INTRODUCING_ELSEWHERE =
  "ja klar das ist mein nachname schreibt sich sí claro es se escribe mi apellido nombre oui bien sûr c'est ça s'écrit " +
  'mon nom prénom';

/** Words after which more digits come. */
export const CONNECTING_ELSEWHERE = 'strich bindestrich und dann guion barra y luego tiret puis et';

/** Between a letter and the word that names it. */
export const NAMES_LETTER = new Set(['for', 'wie', 'de', 'comme']);

/** Words for the signs in e-mail addresses. */
export const DOT_WORDS = /(?<!\p{L})(?:punkt|punto|point)(?!\p{L})/gu;

/** Phrases that say how many digits a code has. */
export const DIGIT_COUNTS = /(\p{L}+)stellig|(\p{L}+|\d+) (?:cifras|dígitos|chiffres|ziffern)/u;

/** Words that end a list: before its last item, or to say that it is complete. */
export const CLOSED_ELSEWHERE: readonly RegExp[] = [
  /(?<!\p{L})(?:und|oder|y|o|et|ou) (?:[^\s,.;]+[ ]?){1,5}\W*$/iu,
  /(?<!\p{L})(?:bitte|danke|das ist alles|por favor|gracias|eso es todo|nada más)\W*$/iu,
  /(?<!\p{L})(?:s'il vous plaît|merci|c'est tout)\W*$/iu,
];

/** Answers that replace a list. */
export const NO_LIST_ELSEWHERE = /^\W*(?:ja|nichts|sí|nada|oui|rien)(?!\p{L})/iu;
