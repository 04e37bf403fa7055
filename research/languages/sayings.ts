/** Sentences of callers in the languages of Kokoro and of the recordings. */
import { builtInScript } from '../../cloning/research.ts';

interface Sayings {
  /** Texts of about a second. */
  readonly short: readonly string[];
  /** Texts of about two seconds. */
  readonly medium: readonly string[];
}

const SAYINGS: Readonly<Record<string, Sayings>> = {
  de: {
    short: ['Hallo.', 'Guten Tag.', 'Ja, bitte.', 'Morgen früh.', 'Nein, danke.', 'Einen Moment.'],
    medium: [
      'Ich habe eine Frage zu meiner Rechnung.',
      'Können Sie mir bitte helfen?',
      'Ich möchte einen Tisch bestellen.',
      'Wann haben Sie morgen geöffnet?',
    ],
  },
  en: {
    short: [
      'Hello.',
      'Good morning.',
      'Yes, please.',
      'Tomorrow morning.',
      'No, thank you.',
      'Just a moment.',
    ],
    medium: [
      'I have a question about my bill.',
      'Could you help me, please?',
      'I would like to book a table.',
      'When are you open tomorrow?',
    ],
  },
  es: {
    short: ['Hola.', 'Buenos días.', 'Sí, por favor.', 'Mañana temprano.', 'No, gracias.', 'Un momento.'],
    medium: [
      'Tengo una pregunta sobre mi factura.',
      '¿Me puede ayudar, por favor?',
      'Quisiera reservar una mesa.',
      '¿A qué hora abren mañana?',
    ],
  },
  fr: {
    short: ['Allô.', 'Bonjour.', 'Oui, merci.', 'Demain matin.', 'Non, merci.', 'Un instant.'],
    medium: [
      "J'ai une question sur ma facture.",
      "Pouvez-vous m'aider, s'il vous plaît ?",
      'Je voudrais réserver une table.',
      'À quelle heure ouvrez-vous demain ?',
    ],
  },
  hi: {
    short: ['नमस्ते।', 'जी हाँ।', 'शुभ प्रभात।', 'कल सुबह।', 'जी नहीं, धन्यवाद।', 'एक मिनट।'],
    medium: [
      'मुझे अपने बिल के बारे में पूछना है।',
      'क्या आप मेरी मदद करेंगे?',
      'मुझे एक मेज़ बुक करनी है।',
      'आप कल कितने बजे खोलते हैं?',
    ],
  },
  it: {
    short: ['Pronto?', 'Buongiorno.', 'Sì, grazie.', 'Domani mattina.', 'No, grazie.', 'Un momento.'],
    medium: [
      'Ho una domanda sulla mia bolletta.',
      'Mi può aiutare, per favore?',
      'Vorrei prenotare un tavolo.',
      'A che ora aprite domani?',
    ],
  },
  pt: {
    short: ['Olá.', 'Bom dia.', 'Sim, por favor.', 'Amanhã cedo.', 'Não, obrigado.', 'Um momento.'],
    medium: [
      'Tenho uma pergunta sobre a minha conta.',
      'Você pode me ajudar, por favor?',
      'Eu queria reservar uma mesa.',
      'A que horas vocês abrem amanhã?',
    ],
  },
};

export const SPOKEN = Object.keys(SAYINGS);

/** A text of about a second, of two, or of four and more. */
export const LENGTHS = ['1 s', '2 s', '4 s and more'] as const;
export type Length = (typeof LENGTHS)[number];

export function sayingsOf(lang: string): readonly (readonly [Length, string])[] {
  const { short = [], medium = [] } = SAYINGS[lang] ?? {};
  const sentences = (builtInScript(lang) ?? '').split(/(?<=[.!?।])\s+/u).slice(0, 4);
  return [
    ...short.map((text) => ['1 s', text] as const),
    ...medium.map((text) => ['2 s', text] as const),
    ...sentences.map((text) => ['4 s and more', text] as const),
  ];
}
