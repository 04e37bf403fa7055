import { primaryLanguage } from '../../engine/text/primary-language.ts';

/** What an agent says when its model fails. */
export interface Apology {
  /** Instead of an answer. */
  readonly instead: string;
  /** Behind an answer that broke off. */
  readonly cutOff: string;
}

const APOLOGIES: Readonly<Record<string, Apology>> = {
  en: {
    instead: 'Sorry, I cannot answer right now. Please try again in a moment.',
    cutOff: 'Sorry, I lost my train of thought.',
  },
  de: {
    instead: 'Entschuldigung, ich kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal.',
    cutOff: 'Entschuldigung, ich habe den Faden verloren.',
  },
  nl: {
    instead: 'Sorry, ik kan nu even geen antwoord geven. Probeer het zo nog eens.',
    cutOff: 'Sorry, ik ben de draad kwijt.',
  },
  fr: {
    instead: 'Désolé, je ne peux pas répondre pour le moment. Réessayez dans un instant.',
    cutOff: "Désolé, j'ai perdu le fil.",
  },
  it: {
    instead: 'Mi dispiace, ora non riesco a rispondere. Riprovi tra un momento.',
    cutOff: 'Mi scusi, ho perso il filo.',
  },
  es: {
    instead: 'Lo siento, ahora mismo no puedo responder. Inténtelo de nuevo en un momento.',
    cutOff: 'Perdón, he perdido el hilo.',
  },
  pt: {
    instead: 'Desculpe, não consigo responder agora. Tente de novo daqui a pouco.',
    cutOff: 'Desculpe, perdi o fio à meada.',
  },
  ru: {
    instead: 'Извините, сейчас я не могу ответить. Попробуйте, пожалуйста, ещё раз чуть позже.',
    cutOff: 'Извините, моя мысль прервалась.',
  },
  hi: {
    instead: 'माफ़ कीजिए, मैं अभी जवाब नहीं दे पा रहा हूँ। कृपया थोड़ी देर में फिर कोशिश कीजिए।',
    cutOff: 'माफ़ कीजिए, मेरी बात बीच में रुक गई।',
  },
  ko: {
    instead: '죄송합니다, 지금은 답해 드릴 수 없습니다. 잠시 후 다시 말씀해 주세요.',
    cutOff: '죄송합니다, 말이 중간에 끊겼습니다.',
  },
};

/** In the language of the conversation, of which only the primary part counts; otherwise in English. */
export function apologyFor(lang: string): Apology {
  const language = primaryLanguage(lang);
  return (Object.hasOwn(APOLOGIES, language) ? APOLOGIES[language] : undefined) ?? APOLOGIES.en!;
}
