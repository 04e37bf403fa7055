import { primaryLanguage } from '../../engine/text/primary-language.ts';

/** What an agent says by itself. */
export interface Phrases {
  /** After a long silence of the caller. */
  readonly stillThere: string;
  /** Before it hangs up. */
  readonly goodbye: string;
  /** When recognition failed. */
  readonly sayAgain: string;
  /** When it takes over from an agent that is gone. */
  readonly backAgain: string;
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    stillThere: 'Are you still there?',
    goodbye: 'I will hang up now. Goodbye!',
    sayAgain: 'Sorry, I could not understand that. Could you say it again?',
    backAgain: 'Sorry, our connection was interrupted for a moment. Where were we?',
  },
  de: {
    stillThere: 'Sind Sie noch da?',
    goodbye: 'Ich lege jetzt auf. Auf Wiederhören!',
    sayAgain: 'Das habe ich leider nicht verstanden. Können Sie es noch einmal sagen?',
    backAgain: 'Entschuldigung, die Verbindung war kurz unterbrochen. Wo waren wir stehen geblieben?',
  },
  nl: {
    stillThere: 'Bent u er nog?',
    goodbye: 'Ik hang nu op. Tot ziens!',
    sayAgain: 'Dat heb ik helaas niet verstaan. Kunt u het nog een keer zeggen?',
    backAgain: 'Excuses, de verbinding was even onderbroken. Waar waren we gebleven?',
  },
  fr: {
    stillThere: 'Êtes-vous toujours là ?',
    goodbye: 'Je vais raccrocher. Au revoir !',
    sayAgain: "Je n'ai pas compris. Pouvez-vous répéter ?",
    backAgain: 'Pardon, la connexion a été interrompue un instant. Où en étions-nous ?',
  },
  it: {
    stillThere: 'È ancora in linea?',
    goodbye: 'Ora chiudo la chiamata. Arrivederci!',
    sayAgain: 'Mi scusi, non ho capito. Può ripetere?',
    backAgain: 'Mi scusi, la linea si è interrotta per un momento. Dove eravamo rimasti?',
  },
  es: {
    stillThere: '¿Sigue ahí?',
    goodbye: 'Voy a colgar. ¡Hasta luego!',
    sayAgain: 'Perdón, no lo he entendido. ¿Puede repetirlo?',
    backAgain: 'Perdón, la conexión se interrumpió un momento. ¿Dónde estábamos?',
  },
  pt: {
    stillThere: 'Ainda está aí?',
    goodbye: 'Vou desligar agora. Até logo!',
    sayAgain: 'Desculpe, não percebi. Pode repetir?',
    backAgain: 'Desculpe, a ligação foi interrompida por um momento. Onde estávamos?',
  },
  ru: {
    stillThere: 'Вы ещё здесь?',
    goodbye: 'Я завершаю звонок. До свидания!',
    sayAgain: 'Извините, я не расслышал. Повторите, пожалуйста.',
    backAgain: 'Извините, связь на мгновение прервалась. На чём мы остановились?',
  },
  hi: {
    stillThere: 'क्या आप अभी भी वहाँ हैं?',
    goodbye: 'मैं अब फ़ोन रख रहा हूँ। नमस्ते!',
    sayAgain: 'माफ़ कीजिए, मैं समझ नहीं पाया। क्या आप दोबारा कहेंगे?',
    backAgain: 'माफ़ कीजिए, संपर्क कुछ देर के लिए टूट गया था। हम कहाँ थे?',
  },
  ko: {
    stillThere: '아직 계신가요?',
    goodbye: '이제 전화를 끊겠습니다. 안녕히 계세요!',
    sayAgain: '죄송합니다, 잘 듣지 못했습니다. 다시 말씀해 주시겠어요?',
    backAgain: '죄송합니다, 연결이 잠시 끊겼습니다. 어디까지 이야기했지요?',
  },
};

/** In the language of the conversation, otherwise in English. */
export function phrasesFor(lang: string): Phrases {
  return PHRASES[primaryLanguage(lang)] ?? PHRASES.en!;
}
