/** Names and loans in Korean. */
export const ko = `
가스 k͈asɯ | 게임 k͈eim | 달러 t͈alʌ | 댐 t͈ɛm | 버스 p͈ʌsɯ | 사이즈 s͈aidʑɯ | 센터 s͈entʰʌ
`;
