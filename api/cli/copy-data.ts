import { copyDataCommand } from './copy-data-command.ts';

process.exitCode = await copyDataCommand(process.argv.slice(2));
