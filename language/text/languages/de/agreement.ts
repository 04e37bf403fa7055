/** German endings that depend on the words around: "am dritten März", "der dritte März", "ein Apfel", "eine Birne". */
import { phrase } from '../common.ts';

export const MONTHS =
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

/** Words before the weak ending -en: "am dritten März", "im zweiten Stock". */
const WEAK =
  /^(?:am|im|vom|v\.?|zum|zur|beim|ins|dem|den|des|bis|ab|seit|nach|vor|per|(?:k?ein|mein|dein|sein|ihr|unser|eur)e[nmsr]|(?:dies|jed|jen)e[nms])$/i;
/** Prepositions that a dative follows, as in "in der zweiten Auflage". */
const DATIVE =
  /^(?:in|mit|von|zu|bei|aus|nach|seit|an|auf|unter|über|vor|hinter|neben|zwischen|außer|während|wegen|trotz|statt|laut|innerhalb|außerhalb)$/i;
const STRONG = /^(?:als|k?ein|mein|dein|sein|ihr|unser|euer)$/i;
const FEMININE =
  /.(?:ung|heit|keit|schaft|ion|tät|ie|ik|e)$|(?:person|frau|nacht|stadt|hand|zeit|mutter|tochter|schwester|antwort|nachricht|zahl|kraft|bank|tür|mail)$/i;
const NOT_FEMININE =
  /(?:name|käse|kunde|junge|ende|auge|interesse|kollege|experte|zeuge|gedanke|buchstabe|gebäude)$/i;

/** Capitalised words that open a sentence and are not the noun that a number names. */
const OPENERS =
  /^(?:Nur|Noch|Mit|Genau|Nach|Vor|In|Seit|Für|Um|Bei|Über|Etwa|Insgesamt|Je|Ab|Es|Ich|Sie|Er|Wir|Und)$/;
const NEUTER =
  /(?:mal|kind|auto|buch|haus|spiel|tor|quartal|kapitel|semester|treffen|gespräch|konto|ticket|angebot|bild|video|lied|team|zimmer|bier|tier|land|ei|wort|thema|projekt|produkt|chen|ment|jahr|kilo|gramm|pfund|prozent|dutzend|glas|stück|brot|hähnchen|leben)$/i;

/** The ending of a date or ordinal after an article or preposition, and "ein" or "eine" before a noun. */
export function inContext(spoken: string, before: string, after: string | null, earlier = ''): string {
  if (spoken === 'eins') {
    // Whether the number names the noun before it ("Kapitel 1 Einleitung") instead of counting the one after it.
    if (!after || !/^\p{Lu}\p{Ll}/u.test(after) || (/^\p{Lu}/u.test(before) && !OPENERS.test(before)))
      return spoken;
    return FEMININE.test(after) && !NOT_FEMININE.test(after) ? 'eine' : 'ein';
  }
  if (spoken === 'ein halb' && after && /^\p{Lu}\p{Ll}/u.test(after)) {
    if (NEUTER.test(after)) return 'ein halbes';
    return FEMININE.test(after) ? 'eine halbe' : 'ein halber';
  }
  const [first = '', month, ...rest] = spoken.split(' ');
  const dated = month !== undefined && MONTHS.includes(month) && first.endsWith('ter');
  if (!dated && !(month === undefined && /te$/.test(first))) return spoken;
  const stem = first.slice(0, first.lastIndexOf('te') + 1);
  // A heading: "100. Geburtstag", "1. Stock".
  if (!dated && before === '' && after !== null && /^(?:Stock|.*[Tt]ag|Platz|Gang|Teil|Versuch)$/.test(after))
    return `${stem}er`;
  if (
    !dated &&
    before === '' &&
    after !== null &&
    /^(?:Jahrhundert|Jh|Jubiläum|Kapitel|Quartal|OG|UG|Obergeschoss|Untergeschoss)$/.test(after)
  )
    return `${stem}es`;
  const isDative = /^der$/i.test(before) && DATIVE.test(earlier);
  const ending =
    WEAK.test(before) || isDative || (dated && before === 'und')
      ? 'en'
      : STRONG.test(before)
        ? after && NEUTER.test(after)
          ? 'es'
          : 'er'
        : null;
  if (ending === null && dated && !/^(?:der|dieser|jeder)$/i.test(before)) return spoken;
  return phrase(stem + (ending ?? 'e'), month, ...rest);
}
