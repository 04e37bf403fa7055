/** What amounts are counted by behind a slash ("1,20 €/kg"), for languages whose tables have no more room. */
function perUnit(words: string, rates: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rates).map(([written, spoken]) => [`/${written}`, `${words} ${spoken}`]),
  );
}

export const SPANISH_RATES = perUnit('por', {
  kg: 'kilo',
  g: 'gramo',
  l: 'litro',
  'm²': 'metro cuadrado',
  kWh: 'kilovatio hora',
  h: 'hora',
  hora: 'hora',
  día: 'día',
  noche: 'noche',
  semana: 'semana',
  mes: 'mes',
  año: 'año',
  persona: 'persona',
  s: 'segundo',
});

export const PORTUGUESE_RATES = perUnit('por', {
  kg: 'quilo',
  g: 'grama',
  l: 'litro',
  'm²': 'metro quadrado',
  kWh: 'quilowatt-hora',
  h: 'hora',
  hora: 'hora',
  dia: 'dia',
  noite: 'noite',
  semana: 'semana',
  mês: 'mês',
  ano: 'ano',
  pessoa: 'pessoa',
  s: 'segundo',
});

export const RUSSIAN_RATES = perUnit('за', {
  кг: 'килограмм',
  г: 'грамм',
  л: 'литр',
  'м²': 'квадратный метр',
  шт: 'штуку',
  'шт.': 'штуку',
  ч: 'час',
  час: 'час',
  день: 'день',
  сутки: 'сутки',
  мес: 'месяц',
  'мес.': 'месяц',
  месяц: 'месяц',
  год: 'год',
  чел: 'человека',
  'чел.': 'человека',
});
