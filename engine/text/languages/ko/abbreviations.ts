/** Korean abbreviations; `SpokenLanguage.abbreviations` says what keys and values may carry. */

export const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'Dr.': '닥터',
  'Mr.': '미스터',
  'Mrs.': '미시즈',
  'Ms.': '미즈',
  'vs.': '대',
  'etc.': '등등',
  'No.': '넘버',
  'Co.': '컴퍼니',
  'Ltd.': '리미티드',
  '㈜': '주식회사',
  '(주)': '주식회사',
  'm²': '제곱미터',
  'km²': '제곱킬로미터',
  'm³': '세제곱미터',
};
