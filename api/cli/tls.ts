import { tlsCommand } from './tls-command.ts';

process.exitCode = await tlsCommand(process.argv.slice(2));
