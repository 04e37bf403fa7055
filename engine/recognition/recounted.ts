import type { LocalJob } from './local-protocol.ts';
import { timesRepeated } from './times-repeated.ts';

const WORDS = 'zero|one|two|three|four|five|six|seven|eight|nine|oh';
/** Nothing but the same digit, at least four times. */
const RUN = new RegExp(`^\\W*(?:(\\d)(?:\\W*\\1){3,}|(${WORDS})(?:\\W+\\2){3,})\\W*$`, 'iu');
/** Nobody is so much mistaken; the text is not of this sound then. */
const MOST_FACTOR = 2;
/** In more noise than this, the sound between words is as loud as their ends. */
const LEAST_CONTRAST_DB = 18;

/**
 * A digit that is said several times in a row, as often as it is in the sound: models write the right one, but lose
 * count.
 * @returns null for other texts, and where the sound does not tell
 */
export function recounted(
  text: string,
  { samples, contrastDb }: Pick<LocalJob, 'samples' | 'contrastDb'>,
): string | null {
  const [, figure, word] = RUN.exec(text) ?? [];
  const sign = figure ?? word;
  if (sign === undefined || contrastDb < LEAST_CONTRAST_DB) return null;
  const written = text.match(new RegExp(sign, 'giu'))!.length;
  const said = timesRepeated(samples);
  if (said === null || said > MOST_FACTOR * written || written > MOST_FACTOR * said) return null;
  if (said === written) return text;
  return figure === undefined ? `${new Array<string>(said).fill(sign).join(', ')}.` : figure.repeat(said);
}
