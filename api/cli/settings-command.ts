import { settingsPage } from '../settings/page.ts';
import type { CommandOutput } from './command.ts';
import { pageCommand } from './page-command.ts';

/** @returns the exit code */
export function settingsCommand(args: readonly string[], output?: CommandOutput): Promise<number> {
  const page = { command: 'settings', subject: 'settings', path: 'docs/settings.md', text: settingsPage };
  return pageCommand(page, args, output);
}
