/** What a server needs to run scenarios. */
export { type FailureSound, failureWav } from './call/failure-sound.ts';
export { parseScenarios } from './file/load.ts';
export { BadFile, needsModel, type Scenario } from './file/scenario.ts';
export { html } from './report/html.ts';
export type { Report, RunReport, ScenarioReport } from './report/report.ts';
export { type DoneRun, runInThread } from './thread/run-thread.ts';
