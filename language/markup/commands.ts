/** Control words inside text: `<STOP>` ends an utterance, `<RESET>` discards everything. */

const STOP = '<STOP>';
const RESET = '<RESET>';

export interface Commands {
  /** Whether the whole message was `<RESET>`. */
  readonly reset: boolean;
  /** The text to speak, exactly as sent, without the control word; it may be empty. */
  readonly text: string;
  /** Whether to speak everything buffered, and to report when it is done. */
  readonly stop: boolean;
}

/**
 * Separates control words from text. `<RESET>` counts only as a whole message, `<STOP>` only at the end, both in
 * capitals and optionally surrounded by white space; anywhere else they are text. Several `<STOP>` at the end count as
 * one.
 */
export function splitCommands(frameText: string): Commands {
  if (frameText.trim() === RESET) return { reset: true, text: '', stop: false };
  let text = frameText;
  let stop = false;
  for (let trimmed = text.trimEnd(); trimmed.endsWith(STOP); trimmed = text.trimEnd()) {
    text = trimmed.slice(0, -STOP.length);
    stop = true;
  }
  return { reset: false, text, stop };
}
