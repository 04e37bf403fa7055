/** Implements `npm run scenarios`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createEngine } from '../engine/index.ts';
import { voiceFolders } from '../engine/setup.ts';
import { AgentApi } from './call/agent-api.ts';
import type { Place } from './call/doors/door.ts';
import { scenarioOf } from './file/kept-call.ts';
import { loadScenarios, parseScenarios } from './file/load.ts';
import { BadFile, type Scenario } from './file/scenario.ts';
import { publishedSchema } from './file/schema.ts';
import type { ModelEndpoint } from './model/endpoint.ts';
import { type Recording, readRecordedCalls } from './model/stand-in.ts';
import { type FromOptions, type Options, parseOptions, USAGE, UsageError } from './options.ts';
import { changes, readReport } from './report/compare.ts';
import { html } from './report/html.ts';
import { junit } from './report/junit.ts';
import { type Report, reportOf, runReportOf } from './report/report.ts';
import { runLines, summaryLines } from './report/text.ts';
import { callAll, type Prepared, prepare, type Ran } from './run-all.ts';
import { OwnServer } from './server/own-server.ts';

/** Exit codes: all checks passed, a check failed, a file or an argument is invalid. */
const EXIT = { passed: 0, failed: 1, unusable: 2 } as const;

/** @returns the exit code */
export async function scenarios(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    if (options === 'help') console.log(USAGE);
    else if (options === 'schema') process.stdout.write(publishedSchema());
    else if ('from' in options) await writeScenario(options);
    else return await runFiles(options);
    return EXIT.passed;
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
    else if (error instanceof BadFile) for (const problem of error.problems) console.error(problem);
    else throw error;
    return EXIT.unusable;
  }
}

/** @throws BadFile when no scenario can be made from the conversation */
async function writeScenario({ from, out, ...place }: FromOptions): Promise<void> {
  let text: string;
  try {
    text = scenarioOf(await new AgentApi(place).keptCall(from));
  } catch (error) {
    throw new BadFile([`conversation ${from}: ${(error as Error).message}`]);
  }
  parseScenarios(out, text);
  writeFileSync(out, text);
}

async function runFiles(options: Options): Promise<number> {
  const loaded = loadAll(options);
  const before = options.compare === null ? null : earlier(options.compare);
  const recording = recordingOf(options);
  const prepared = await speakAll(loaded);
  const own = options.url === null ? await startServer() : null;
  const place = own?.place ?? { url: options.url!, key: options.key! };
  const ran = await callAgents(prepared, place, recording, options).finally(() => own?.close());
  if (options.record !== null && recording !== null)
    writeFileSync(options.record, `${JSON.stringify({ calls: recording.calls }, null, 2)}\n`);
  const report = reportOf(ran);
  for (const line of summaryLines(report)) console.log(line);
  if (before) for (const line of changes(before, report)) console.log(line);
  writeReports(options, report, ran);
  const isGood = report.scenarios.every(({ runs }) => runs.every(({ passed }) => passed));
  return isGood ? EXIT.passed : EXIT.failed;
}

/** @throws BadFile with the problems of all files */
function loadAll({ files, only, model }: Options): Scenario[] {
  const problems: string[] = [];
  const loaded = files.flatMap((file) => {
    try {
      return loadScenarios(file);
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new BadFile(problems);
  const wanted = loaded.filter(({ name }) => only === null || name.includes(only));
  if (wanted.length === 0) throw new BadFile([`no scenario has "${only}" in its name`]);
  return model === null ? wanted : wanted.map((scenario) => answeredBy(model, scenario));
}

/** The scenario with another language model, at the same endpoint. */
const answeredBy = (model: string, scenario: Scenario): Scenario => ({
  ...scenario,
  agent: { ...scenario.agent, model: { ...scenario.agent.model, model } },
});

/** @throws BadFile */
function earlier(file: string): Report {
  try {
    return readReport(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadFile([`${file}: ${(error as Error).message}`]);
  }
}

/** The model that a server of this environment has; null for none. */
function modelOfEnvironment(): ModelEndpoint | null {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: key, LLM_API_KEY_FILE: file, LLM_MODEL: model } = process.env;
  if (!baseUrl || !model) return null;
  return { baseUrl, apiKey: key || (file ? readFileSync(file, 'utf8').trim() : null), model };
}

/** @throws BadFile */
function recordingOf({ record, replay }: Options): Recording | null {
  const model = modelOfEnvironment();
  if (record !== null) return { calls: [], isReplayed: false, model };
  if (replay === null) return null;
  try {
    return { calls: readRecordedCalls(replay, readFileSync(replay, 'utf8')), isReplayed: true, model };
  } catch (error) {
    throw error instanceof BadFile ? error : new BadFile([`${replay}: ${(error as Error).message}`]);
  }
}

/** The engine that speaks for the callers is closed before the calls. */
async function speakAll(loaded: readonly Scenario[]): Promise<Prepared[]> {
  const engine = await createEngine({ voiceFolders: voiceFolders(), lanes: 1, preloads: false });
  try {
    return await prepare(loaded, engine, { model: modelOfEnvironment() });
  } finally {
    await engine.close();
  }
}

function startServer(): Promise<OwnServer> {
  console.error('starting a server');
  return OwnServer.start();
}

function callAgents(
  prepared: readonly Prepared[],
  place: Place,
  recording: Recording | null,
  { agentId, repeat, jobs, seed }: Options,
): Promise<Ran[]> {
  const onRun = (ran: Ran): void => {
    const name = repeat > 1 ? `${ran.scenario.name}, seed ${ran.seed}` : ran.scenario.name;
    for (const line of runLines(name, runReportOf(ran))) console.log(line);
  };
  return callAll(prepared, { place, agentId, repeat, jobs, seed, recording, onRun });
}

function writeReports(options: Options, report: Report, ran: readonly Ran[]): void {
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.junit) writeFileSync(options.junit, junit(report));
  if (options.html)
    writeFileSync(
      options.html,
      html(
        report,
        ran.map(({ sound }) => sound),
      ),
    );
}
