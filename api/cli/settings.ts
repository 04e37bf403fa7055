import { settingsCommand } from './settings-command.ts';

process.exitCode = await settingsCommand(process.argv.slice(2));
