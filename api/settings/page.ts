import type { SettingDeclaration } from './declaration.ts';
import { SETTINGS } from './settings.ts';

/** Values that many settings accept, in fewer words than in messages. The page explains them once. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/^a whole number from /, ''],
  [/^an http:\/\/ or https:\/\/ address without user name, query or fragment$/, 'an HTTP address'],
  [/^a ws:.* address without user name, query or fragment$/, 'a WebSocket or HTTP address'],
  [/^1 to 1000 printable ASCII characters without spaces$/, 'text'],
  [/^one of /, ''],
  [/^the path of a (?:readable )?/, 'a '],
  [/^a comma-separated list/, 'a list'],
];

/** Returns the text of `docs/settings.md`, generated from the declarations so that the two cannot diverge. */
export function settingsPage(): string {
  const declarations: SettingDeclaration[] = Object.values(SETTINGS);
  const rows = declarations.map(
    ({ name, description, fallbackText, kind, secret }) =>
      `| \`${name}\`${secret ? '*' : ''} | ${cell(description)} | ${cell(shorter(kind.expected))} | ` +
      `${cell(fallbackText.replace(/^none$/, ''))} |`,
  );
  return [
    '# Settings',
    '',
    'The server is configured with environment variables. All are optional; an empty one counts as unset. With an',
    'invalid value it does not start, and the message names the variable. Numbers are whole; an HTTP address begins with',
    '`http://` or `https://` and has no user name, query or fragment; text is 1 to 1000 printable ASCII characters',
    'without spaces; lists have commas between their items. Names tell units: `_MS` is milliseconds, `_MIB` MiB. What',
    'ends in `_PER_OWNER` is the most that one owner may have. A `MAX` is off with 0, where 0 is accepted. This page is',
    'generated from `api/settings/declarations/` by `node scripts/run.mjs api/cli/settings`.',
    '',
    'Secrets, marked \\*, are never logged, and may also be in files: `LLM_API_KEY_FILE=/run/secrets/llm` stands for',
    '`LLM_API_KEY` with what is in that file.',
    '',
    '| Variable | Meaning | Accepts | Default |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function shorter(expected: string): string {
  return SHORTER.reduce((text, [long, short]) => text.replace(long, short), expected);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
