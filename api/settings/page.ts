import type { SettingDeclaration } from './declaration.ts';
import { SETTINGS } from './settings.ts';

/** Returns the text of `docs/settings.md`, generated from the declarations so that the two cannot diverge. */
export function settingsPage(): string {
  const declarations: SettingDeclaration[] = Object.values(SETTINGS);
  const rows = declarations.map(
    ({ name, description, fallbackText, kind, secret }) =>
      `| \`${name}\` | ${cell(description)}${secret ? ' Never logged.' : ''} | ${cell(kind.expected)} | ` +
      `${cell(fallbackText)} |`,
  );
  return [
    '# Settings',
    '',
    'The server is configured with environment variables. All are optional; an empty one counts as unset. With an',
    'invalid value it does not start, and the message names the variable. This page is generated from',
    '`api/settings/declarations/` by `node scripts/run.mjs api/cli/settings`.',
    '',
    'Secrets, which are those that are never logged, may also be in files: `LLM_API_KEY_FILE=/run/secrets/llm` stands for',
    '`LLM_API_KEY` with what is in that file.',
    '',
    '| Variable | Meaning | Accepts | Default |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
