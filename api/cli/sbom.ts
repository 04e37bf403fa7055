import { sbomCommand } from './sbom-command.ts';

process.exitCode = await sbomCommand(process.argv.slice(2));
