import type { AgentLanguage } from './types.ts';

/** What agents say and listen for in Korean. */
export const ko: AgentLanguage = {
  phrases: {
    stillThere: '아직 계신가요?',
    goodbye: '이제 전화를 끊겠습니다. 안녕히 계세요!',
    sayAgain: '죄송합니다, 잘 듣지 못했습니다. 다시 말씀해 주시겠어요?',
    backAgain: '죄송합니다, 연결이 잠시 끊겼습니다. 어디까지 이야기했지요?',
    recorded: '이 통화는 녹음됩니다.',
    takeCall: '전화를 받으시려면 1번, 거절하시려면 2번을 눌러 주세요.',
  },
  apology: {
    instead: '죄송합니다, 지금은 답해 드릴 수 없습니다. 잠시 후 다시 말씀해 주세요.',
    cutOff: '죄송합니다, 말이 중간에 끊겼습니다.',
  },
  fillers: ['잠시만 기다려 주세요.', '확인해 보겠습니다.', '잠깐만요.'],
  rulePhrases: {
    hello: '안녕하세요!',
    echo: '이렇게 들었습니다: {heard}.',
    hint: '여기에는 언어 모델이 설정되어 있지 않아 간단한 규칙으로 대답합니다. LLM_BASE_URL 설정으로 모델을 연결할 수 있습니다.',
    listening: '듣고 있습니다.',
  },
  backchannels: `
    음, 으음, 흠, 응, 어, 아, 오, 네, 예, 네네, 그래, 그래요, 그렇죠, 그렇군요, 그렇구나, 맞아, 맞아요, 좋아, 좋아요, 알겠어요, 알겠습니다, 아하, 오케이,
    정말, 정말요, 진짜, 진짜요, 하하, ok, okay`,
  danglingWords: '그리고 그런데 하지만 또는 왜냐하면 그래서 음 어 저기 그',
  digitWords: '',
  ruleAnswer: null,
};
