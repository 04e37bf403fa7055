import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Where a command writes: `log` for its output, `error` for errors. */
export type CommandOutput = Pick<Console, 'log' | 'error'>;

/** Exit codes of all commands: success, operation failed, wrong usage or configuration. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

export interface Command {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Options without a value that were present. */
  readonly flags: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

/**
 * Parses a command's arguments. Handles help and usage errors itself, and then returns the exit code.
 * @param allowPositionals whether arguments that are not options are allowed
 */
export function readCommand(
  args: readonly string[],
  spec: {
    readonly help: string;
    readonly options: readonly string[];
    readonly flags?: readonly string[];
    readonly allowPositionals: boolean;
  },
  output: CommandOutput,
): Command | number {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const name of spec.options) options[name] = { type: 'string' };
  for (const name of spec.flags ?? []) options[name] = { type: 'boolean' };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: spec.allowPositionals,
    });
    if (values.help === true) {
      output.log(spec.help);
      return EXIT.done;
    }
    const flags = new Set((spec.flags ?? []).filter((name) => values[name] === true));
    return { values: values as Command['values'], flags, positionals };
  } catch (error) {
    return usageError(error instanceof Error ? error.message : String(error), spec.help, output);
  }
}

export function usageError(message: string, help: string, output: CommandOutput): number {
  output.error(message);
  output.error('');
  output.error(help);
  return EXIT.usage;
}
