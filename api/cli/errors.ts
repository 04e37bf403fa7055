import { errorsCommand } from './errors-command.ts';

process.exitCode = await errorsCommand(process.argv.slice(2));
