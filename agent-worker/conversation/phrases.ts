/** What an agent says by itself. */
export interface Phrases {
  /** After a long silence of the caller. */
  readonly stillThere: string;
  /** Before it hangs up. */
  readonly goodbye: string;
  /** When recognition failed. */
  readonly sayAgain: string;
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    stillThere: 'Are you still there?',
    goodbye: 'I will hang up now. Goodbye!',
    sayAgain: 'Sorry, I could not understand that. Could you say it again?',
  },
  de: {
    stillThere: 'Sind Sie noch da?',
    goodbye: 'Ich lege jetzt auf. Auf Wiederhören!',
    sayAgain: 'Das habe ich leider nicht verstanden. Können Sie es noch einmal sagen?',
  },
  nl: {
    stillThere: 'Bent u er nog?',
    goodbye: 'Ik hang nu op. Tot ziens!',
    sayAgain: 'Dat heb ik helaas niet verstaan. Kunt u het nog een keer zeggen?',
  },
  fr: {
    stillThere: 'Êtes-vous toujours là ?',
    goodbye: 'Je vais raccrocher. Au revoir !',
    sayAgain: "Je n'ai pas compris. Pouvez-vous répéter ?",
  },
  it: {
    stillThere: 'È ancora in linea?',
    goodbye: 'Ora chiudo la chiamata. Arrivederci!',
    sayAgain: 'Mi scusi, non ho capito. Può ripetere?',
  },
  es: {
    stillThere: '¿Sigue ahí?',
    goodbye: 'Voy a colgar. ¡Hasta luego!',
    sayAgain: 'Perdón, no lo he entendido. ¿Puede repetirlo?',
  },
  pt: {
    stillThere: 'Ainda está aí?',
    goodbye: 'Vou desligar agora. Até logo!',
    sayAgain: 'Desculpe, não percebi. Pode repetir?',
  },
  ru: {
    stillThere: 'Вы ещё здесь?',
    goodbye: 'Я завершаю звонок. До свидания!',
    sayAgain: 'Извините, я не расслышал. Повторите, пожалуйста.',
  },
  hi: {
    stillThere: 'क्या आप अभी भी वहाँ हैं?',
    goodbye: 'मैं अब फ़ोन रख रहा हूँ। नमस्ते!',
    sayAgain: 'माफ़ कीजिए, मैं समझ नहीं पाया। क्या आप दोबारा कहेंगे?',
  },
  ko: {
    stillThere: '아직 계신가요?',
    goodbye: '이제 전화를 끊겠습니다. 안녕히 계세요!',
    sayAgain: '죄송합니다, 잘 듣지 못했습니다. 다시 말씀해 주시겠어요?',
  },
};

/** In the language of the conversation, otherwise in English. */
export function phrasesFor(lang: string): Phrases {
  return PHRASES[lang.split(/[-_]/)[0]?.toLowerCase() ?? ''] ?? PHRASES.en!;
}
