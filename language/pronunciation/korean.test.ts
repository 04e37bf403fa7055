import { describe, expect, it } from 'vitest';
import { hasOddHangul, spokenHangul } from './korean.ts';

describe('standard pronunciation', () => {
  it.each([
    ['나무', '나무'],
    ['바다', '바다'],
    ['밥', '밥'],
    ['부엌', '부억'],
    ['옷이', '오시'],
    ['값이', '갑씨'],
    ['앉아', '안자'],
    ['한국어', '한구거'],
    ['강아지', '강아지'],
    ['같이', '가치'],
    ['굳이', '구지'],
    ['굳히다', '구치다'],
    ['좋다', '조타'],
    ['놓고', '노코'],
    ['많이', '마니'],
    ['싫어', '시러'],
    ['낳아', '나아'],
    ['놓는', '논는'],
    ['좋소', '조쏘'],
    ['축하', '추카'],
    ['입학', '이팍'],
    ['못하다', '모타다'],
    ['국물', '궁물'],
    ['입니다', '임니다'],
    ['학생입니다', '학쌩임니다'],
    ['독립', '동닙'],
    ['음력', '음녁'],
    ['신라', '실라'],
    ['설날', '설랄'],
    ['학교', '학꾜'],
    ['읽다', '익따'],
    ['읽고', '일꼬'],
    ['없다', '업따'],
    ['앉다', '안따'],
    ['넓다', '널따'],
    ['밟다', '밥따'],
    ['닮다', '담따'],
    ['희망', '히망'],
    ['의사', '의사'],
    ['가져', '가저'],
    ['ㅋㅋ', 'ㅋㅋ'],
    ['AI가', 'AI가'],
  ])('%s is said %s', (word, said) => {
    expect(spokenHangul(word)).toBe(said);
    expect(spokenHangul(word.normalize('NFD'))).toBe(said);
  });

  it('recognises unlikely words', () => {
    for (const word of ['나무', '뿌리', 'AI', '꽃잎']) expect(hasOddHangul(word)).toBe(false);
    for (const word of ['ㅋㅋㅋ', '뷁뷁', 'ㅇㅇ']) expect(hasOddHangul(word)).toBe(true);
  });
});
