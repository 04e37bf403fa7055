import type { AgentFields, CallerFields, ExpectFields, StepFields } from './schema.ts';

/** One scenario of a file, merged with the fields for all scenarios. */
export interface Scenario {
  /** The file name as given. */
  readonly file: string;
  readonly name: string;
  readonly agent: AgentFields;
  readonly caller: CallerFields;
  readonly steps: readonly StepFields[];
  readonly expect: ExpectFields;
}

/** Whether a language model has to play the caller, or to judge the call. */
export const needsModel = ({ steps, expect }: Scenario): boolean =>
  expect.meaning !== undefined || steps.some(({ goal }) => goal !== undefined);

/** A file that cannot be run. */
export class BadFile extends Error {
  readonly problems: readonly string[];

  /** @param problems each with its location */
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
