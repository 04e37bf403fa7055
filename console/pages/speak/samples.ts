import type { IpaKey } from '../../wire/ipa.ts';
import type { StressKey } from '../../wire/stress.ts';

/** Languages without their regional variants. */
type Language = Exclude<IpaKey, 'es-castilian' | 'pt-br'> | StressKey;

/** Sample texts, so that the first click plays something. */
const SAMPLES: Readonly<Record<Language, string>> & Readonly<Record<string, string>> = {
  en: 'Good morning! The ferry to the island leaves at 9:45, and a ticket costs $12.50. Shall we have breakfast first?',
  de:
    'Guten Morgen! Die Fähre zur Insel fährt um 9:45 Uhr ab, und eine Karte kostet 12,50 €. Wollen wir vorher ' +
    'frühstücken?',
  nl:
    'Goedemorgen! De veerboot naar het eiland vertrekt om 9:45 uur en een kaartje kost € 12,50. Zullen we eerst ' +
    'ontbijten?',
  fr: 'Bonjour ! Le bateau pour l’île part à 9 h 45 et un billet coûte 12,50 €. On prend d’abord le petit déjeuner ?',
  it: 'Buongiorno! Il traghetto per l’isola parte alle 9:45 e un biglietto costa 12,50 €. Facciamo prima colazione?',
  es: '¡Buenos días! El barco a la isla sale a las 9:45 y un billete cuesta 12,50 €. ¿Desayunamos antes?',
  pt: 'Bom dia! O barco para a ilha sai às 9:45 e um bilhete custa 12,50 €. Tomamos primeiro o pequeno-almoço?',
  ru: 'Доброе утро! Паром на остров отходит в 9:45, билет стоит 12 рублей. Может, сначала позавтракаем?',
  hi: 'सुप्रभात! द्वीप की नाव पौने दस बजे निकलती है और टिकट 12 रुपये का है। क्या पहले नाश्ता कर लें?',
  ko: '좋은 아침이에요! 섬으로 가는 배는 아홉 시에 떠나고 표는 한 장에 만 원이에요. 먼저 아침을 먹을까요?',
  hr: 'Dobro jutro! Trajekt za otok polazi u devet sati, a karta stoji dvanaest eura. Hoćemo li prije doručkovati?',
  sr:
    'Dobro jutro! Brod za ostrvo polazi u devet sati, a karta košta dvanaest evra. Hoćemo li pre toga da ' +
    'doručkujemo?',
};

/** Returns the sample text of a language; null if there is none. */
export function sampleFor(langCode: string): string | null {
  return SAMPLES[langCode.split(/[-_]/)[0] ?? ''] ?? null;
}

/** Whether a text is a sample, which can be replaced without losing the user's work. */
export function isSample(text: string): boolean {
  return Object.values(SAMPLES).includes(text);
}
