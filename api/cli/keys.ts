import { keysCommand } from './keys-command.ts';

process.exitCode = await keysCommand(process.argv.slice(2));
