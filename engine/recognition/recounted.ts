import type { LocalJob } from './local-protocol.ts';
import { timesRepeated } from './times-repeated.ts';

const WORDS = 'zero|one|two|three|four|five|six|seven|eight|nine|oh';
/** Nothing but the same digit, at least four times. */
const RUN = new RegExp(`^\\W*(?:(\\d)(?:\\W*\\1){3,}|(${WORDS})(?:\\W+\\2){3,})\\W*$`, 'iu');
/** Largest error of a recogniser; beyond it, the text does not belong to this sound. */
const MOST_FACTOR = 2;
/** In more noise than this, the sound between words is as loud as their ends. */
const LEAST_CONTRAST_DB = 18;

/**
 * Corrects the number of repetitions of a digit by the sound: models write the right digit, but lose count.
 * @returns null for other texts, and if the sound is unclear
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
