/** Korean words that are written alike where one of them has a tense consonant that spelling does not show. */
import { reading } from '../table.ts';
import type { Heteronym } from '../types.ts';

export const KOREAN_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  대가: [
    reading('ˈdɛk͈a', 'price, reward', {
      near: '치르* 치렀* 받* 노력* 돈* 실수* 지불*',
      before: '*한',
    }),
    reading('ˈdɛka', 'master', { near: '미술* 음악* 화가* 문학* 그림* 당대* 예술* 피아노*' }),
  ],
  잠자리: [
    reading('tɕamˈt͈ɕaɾi', 'bed', { near: '이불* 밤* 편* 들* 누* 자기* 깔*' }),
    reading('ˈtɕamdʑaɾi', 'dragonfly', { near: '날* 가을* 고추* 하늘* 잡* 풀밭* 곤충*' }),
  ],
  고가: [
    reading('ˈɡok͈a', 'high price', { near: '팔* 상품* 명품* 그림* 물건* 가방* 매입* 시계*' }),
    reading('ˈɡoka', 'raised, overhead', { near: '도로* 사다리* 차* 철도* 서울역* 다리*' }),
  ],
  공적: [
    reading('ɡoŋˈt͈ɕʌk', 'official, public', { near: '사적* 자금* 업무* 책임* 기관* 연금* 일*' }),
    reading('ˈɡoŋdʑʌk', 'merit', { near: '세우* 세운* 나라* 장군* 기리* 인정* 업적*' }),
  ],
  인적: [
    reading('inˈt͈ɕʌk', 'human', { near: '자원* 사항* 피해* 교류* 물적* 네트워크*' }),
    reading('ˈindʑʌk', 'trace of people', { near: '드문* 드물* 끊긴* 끊어* 없는* 산길* 골목*' }),
  ],
  시가: [
    reading('ˈsik͈a', 'market price', { near: '억* 원* 집* 아파트* 팔* 만원* 땅*' }),
    reading('ˈsika', 'streets; verse; in-laws', { near: '행진* 지* 전투* 고전* 며느리* 명절* 문학* 조선*' }),
  ],
  사적: [
    reading('saˈt͈ɕʌk', 'private', { near: '공적* 생활* 감정* 대화* 일* 모임* 이익*' }),
    reading('saˈdʑʌk', 'historic site', { near: '지정* 유적* 제* 문화재* 답사* 절터* 호*' }),
  ],
  발병: [
    reading('ˈpaɭbjʌŋ', 'outbreak of a disease', { near: '암* 환자* 률* 원인* 감염* 당뇨* 질병*' }),
    reading('ˈpaɭp͈jʌŋ', 'sore feet', { near: '십리* 걷* 아리랑* 님* 신발* 났* 난다*' }),
  ],
  볼거리: [
    reading('ˈpoɭk͈ʌɾi', 'sights', { near: '축제* 관광* 많* 즐길* 먹을* 다양* 박물관*' }),
    reading('ˈpoɭkʌɾi', 'mumps', { near: '아이* 병원* 예방* 걸* 백신* 열* 앓*' }),
  ],
  안다: [
    reading('ˈanda', 'knows', { near: '사실* 잘* 모두* 내가* 비밀* 이름* 누구*' }),
    reading('ˈant͈a', 'hugs', { near: '아기* 품* 꼭* 팔* 아이* 인형* 엄마*' }),
  ],
};
