/** `npm run read -- --lang de "…"`: the words that are spoken for a text, without a voice or a server. */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { languageOf } from '../../language/languages.ts';
import { EngineError } from '../errors.ts';
import { readText } from '../speech/read-text.ts';

const HELP = `Prints the words that are spoken for a text.

  npm run read -- "It costs $5." [options]
  npm run read -- [options] < FILE

Without a text, each line of standard input becomes a line of output.

  --lang CODE    language of the text (default: en)
  --units        one line for each word: as written, as spoken, the rule that read it out, with tabs between`;

function print(text: string, lang: string, units: boolean): void {
  const { spoken, words } = readText(text, lang);
  if (!units) console.log(spoken);
  else for (const word of words) console.log([word.unit, word.spoken, word.rule ?? ''].join('\t'));
}

// A reader that closes the pipe early ("| head") is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      lang: { type: 'string', default: 'en' },
      units: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { lang, units } = values;
  if (values.help) console.log(HELP);
  else {
    if (languageOf(lang) === null) console.error(`"${lang}" has no rules for numbers: they stay as written`);
    if (positionals.length > 0) print(positionals.join(' '), lang, units);
    else for await (const line of createInterface({ input: process.stdin })) print(line, lang, units);
  }
} catch (error) {
  if (!(error instanceof TypeError || error instanceof EngineError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
