import { errorsPage } from '../errors/page.ts';
import type { CommandOutput } from './command.ts';
import { pageCommand } from './page-command.ts';

/** @returns the exit code */
export function errorsCommand(args: readonly string[], output?: CommandOutput): Promise<number> {
  const page = { command: 'errors', subject: 'errors', path: 'docs/errors.md', text: errorsPage };
  return pageCommand(page, args, output);
}
