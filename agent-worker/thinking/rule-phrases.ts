import { primaryLanguage } from '../../engine/text/primary-language.ts';

/** What the rules say in a language. `{heard}` stands for the caller's words. */
export interface RulePhrases {
  readonly hello: string;
  readonly echo: string;
  /** Once a conversation: that this is no language model, and how to get one. */
  readonly hint: string;
  /** To nothing in particular. */
  readonly listening: string;
}

const PHRASES: Readonly<Record<string, RulePhrases>> = {
  en: {
    hello: 'Hello! What can I do for you?',
    echo: 'I heard you say: {heard}.',
    hint: 'I answer by simple rules, because no language model is set up here. Whoever runs this server can set LLM_BASE_URL to give me one.',
    listening: 'I am listening.',
  },
  de: {
    hello: 'Hallo!',
    echo: 'Ich habe verstanden: {heard}.',
    hint: 'Ich antworte nach einfachen Regeln, denn hier ist kein Sprachmodell eingerichtet. Dafür gibt es die Einstellung LLM_BASE_URL.',
    listening: 'Ich höre zu.',
  },
  nl: {
    hello: 'Hallo!',
    echo: 'Ik hoorde u zeggen: {heard}.',
    hint: 'Ik antwoord volgens eenvoudige regels, want hier is geen taalmodel ingesteld. Daarvoor is de instelling LLM_BASE_URL.',
    listening: 'Ik luister.',
  },
  fr: {
    hello: 'Bonjour !',
    echo: "J'ai entendu : {heard}.",
    hint: "Je réponds selon des règles simples, car aucun modèle de langue n'est configuré ici. Le réglage LLM_BASE_URL sert à cela.",
    listening: 'Je vous écoute.',
  },
  it: {
    hello: 'Buongiorno!',
    echo: 'Ho sentito: {heard}.',
    hint: "Rispondo con regole semplici, perché qui non è configurato un modello linguistico. Serve l'impostazione LLM_BASE_URL.",
    listening: 'La ascolto.',
  },
  es: {
    hello: '¡Hola!',
    echo: 'He oído: {heard}.',
    hint: 'Respondo con reglas sencillas, porque aquí no hay configurado ningún modelo de lenguaje. Para eso está el ajuste LLM_BASE_URL.',
    listening: 'Le escucho.',
  },
  pt: {
    hello: 'Olá!',
    echo: 'Ouvi: {heard}.',
    hint: 'Respondo com regras simples, porque aqui não há um modelo de linguagem configurado. Para isso existe LLM_BASE_URL.',
    listening: 'Estou ouvindo.',
  },
  ru: {
    hello: 'Здравствуйте!',
    echo: 'Я услышал: {heard}.',
    hint: 'Я отвечаю по простым правилам, потому что языковая модель здесь не настроена. Для этого есть настройка LLM_BASE_URL.',
    listening: 'Я слушаю.',
  },
  hi: {
    hello: 'नमस्ते!',
    echo: 'मैंने सुना: {heard}।',
    hint: 'मैं सरल नियमों से जवाब देता हूँ, क्योंकि यहाँ कोई भाषा मॉडल सेट नहीं है। इसके लिए LLM_BASE_URL सेटिंग है।',
    listening: 'मैं सुन रहा हूँ।',
  },
  ko: {
    hello: '안녕하세요!',
    echo: '이렇게 들었습니다: {heard}.',
    hint: '여기에는 언어 모델이 설정되어 있지 않아 간단한 규칙으로 대답합니다. LLM_BASE_URL 설정으로 모델을 연결할 수 있습니다.',
    listening: '듣고 있습니다.',
  },
};

/** In the language of the conversation, of which only the primary part counts; otherwise in English. */
export function rulePhrasesFor(lang: string): RulePhrases {
  const language = primaryLanguage(lang);
  return (Object.hasOwn(PHRASES, language) ? PHRASES[language] : undefined) ?? PHRASES.en!;
}
