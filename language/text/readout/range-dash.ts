/**
 * The dash between two things of one kind that are read separately: "9:00 am - 5:00 pm", "9 Uhr - 17 Uhr", "Monday -
 * Friday", "10 € - 20 €", "5월 10일〜15일". There the dash is read as a word; two numbers directly joined by a dash are one
 * read-out.
 */
import { escapePattern, perLanguage, type Reader } from './reader.ts';

/** A figure with the marks that may follow it in a time, an amount or a measure. */
const BEFORE =
  /(?:(?<=\d)([ \u00a0]?(?:[ap]\.?[ ]?m\.?|[%°€$£¥₹₩]|°[CF]|\p{L}{1,12}\.?))?|(?<=\d[\p{L} ]{1,6})(\([^()\s]{1,3}\)))$/iu;
const AFTER = /^[$€£¥₹]?\d[\d.,:]*([ \u00a0]?(?:[ap]\.?[ ]?m\.?|[%°€$£¥₹₩]|°[CF]|\p{L}{1,12}\.?))?/iu;
const CLOCK = /\d:\d\d[ \u00a0]?(?:[ap]\.?m\.?)?$/iu;

/** Names of days and months, as the language's calendar has them. */
const names = perLanguage('calendar', ({ code }) => {
  const day = new Intl.DateTimeFormat(code, { weekday: 'long', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(code, { weekday: 'short', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(code, { month: 'long', timeZone: 'UTC' });
  const days = [0, 1, 2, 3, 4, 5, 6].map((n) => new Date(Date.UTC(2024, 0, 1 + n)));
  const months = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => new Date(Date.UTC(2024, n, 1)));
  const listed = (words: readonly string[]) => `(?:${words.map(escapePattern).join('|')})`;
  return [
    listed(
      days.flatMap((date) => [day.format(date), day.format(date).replace('-feira', ''), short.format(date)]),
    ),
    listed(months.map((date) => month.format(date))),
  ].map((one) => ({
    before: new RegExp(`(?<![\\p{L}\\p{M}])${one}\\.?$`, 'iu'),
    after: new RegExp(`^${one}(?![\\p{L}\\p{M}])`, 'iu'),
  }));
});

/** Whether what follows both numbers is the same, apart from spaces, dots and case, or both have am or pm. */
function sameKind(before: string, after: string): boolean {
  const plain = (text: string) => text.trim().toLowerCase().replaceAll('.', '');
  const [left, right] = [plain(before), plain(after)];
  return left === right || (/^[ap]m$/.test(left) && /^[ap]m$/.test(right));
}

export const readRangeDash: Reader = (text, at, { language }) => {
  const dash = /[-–—~〜∼～]/.test(text[at] ?? '') ? text[at] : null;
  if (dash === null || dash === undefined) return null;
  const tilde = /[~〜∼～]/.test(dash);
  const before = text.slice(Math.max(0, at - 40), at);
  const behind = text.slice(at + 1, at + 41);
  const spaced = /[ \u00a0]$/.test(before) && /^[ \u00a0]/.test(behind);
  if (!tilde && !spaced) return null;
  const [left, right] = [before.trimEnd(), behind.trimStart()];
  const { until, wave } = language.writing.numbers;
  const spoken = /[〜～]/.test(dash) && wave !== null ? wave : until;
  const found = { end: at + 1, spoken };
  if (names(language).some((known) => known.before.test(left) && known.after.test(right))) return found;
  const from = BEFORE.exec(left);
  const to = AFTER.exec(right);
  if (from === null || to === null || /^[\d.,]+ ?=/.test(right)) {
    // "화〜일"
    return tilde && /\p{Script=Hangul}$/u.test(left) && /^\p{Script=Hangul}/u.test(right) ? found : null;
  }
  if (tilde) return /\p{L}|[)\d%€$]/u.test(left.at(-1) ?? '') ? found : null;
  if (CLOCK.test(left) && /^\d{1,2}:\d\d/.test(right)) return found;
  const unit = from[1] ?? '';
  return unit.trim() !== '' && sameKind(unit, to[1] ?? '') ? found : null;
};
