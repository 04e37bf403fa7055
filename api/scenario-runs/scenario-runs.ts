import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DoneRun,
  FailureSound,
  Report,
  RunReport,
  Scenario,
  ScenarioReport,
} from '../../scenarios/index.ts';
import type { Conversations } from '../agents/conversations.ts';
import type { Authenticator, Caller } from '../credentials/authenticator.ts';
import { fieldFault, invalid, invalidFields, refusal } from '../errors/api-error.ts';
import { SCENARIO_LIMITS } from '../limits/scenarios.ts';
import type { Log } from '../observability/log.ts';

/** The name of the text in messages and reports. */
const FILE = 'scenarios.yaml';
const LOOK_MS = 500;
/** Loaded with the first run. */
const load = () => import('../../scenarios/index.ts');
const { maxCalls, maxRunMs, maxRuns, maxSounds, keptMs } = SCENARIO_LIMITS;

export const RUN_STATES = ['queued', 'running', 'ended', 'failed'] as const;

/** What is run, and how. */
export interface RunRequest {
  /** YAML or JSON, as in a file. */
  readonly text: string;
  /** The names of the scenarios that are run contain it; undefined for all. */
  readonly only?: string | undefined;
  readonly repeat: number;
  readonly jobs: number;
  readonly seed: number;
}

/** The report of a run, and the number of its sound; null where it passed, and after very many failures. */
type KeptRunReport = RunReport & { readonly sound: number | null };

interface KeptReport extends Omit<Report, 'scenarios'> {
  readonly scenarios: readonly (Omit<ScenarioReport, 'runs'> & { readonly runs: readonly KeptRunReport[] })[];
}

/** Scenarios that are run, or were. */
export interface ScenarioRun {
  readonly id: string;
  readonly ownerId: string;
  readonly agentId: string;
  readonly createdAt: string;
  readonly state: (typeof RUN_STATES)[number];
  /** How many there are, each scenario as often as it is repeated. */
  readonly calls: number;
  /** Of those that are over, in the order of the text. */
  readonly report: KeptReport;
  /** By their numbers in the report. */
  readonly sounds: readonly (FailureSound | null)[];
  /** Why it failed; null otherwise. */
  readonly reason: string | null;
}

interface Order {
  readonly id: string;
  readonly caller: Caller;
  readonly agentId: string;
  readonly createdAt: string;
  readonly scenarios: readonly Scenario[];
  readonly request: RunRequest;
  readonly stop: AbortController;
  readonly done: DoneRun[];
  state: ScenarioRun['state'];
  reason: string | null;
}

export interface ScenarioRunsDeps {
  readonly authenticator: Pick<Authenticator, 'issueToken'>;
  readonly conversations: Pick<Conversations, 'count' | 'max' | 'load' | 'model'>;
  readonly log: Log;
}

/**
 * Runs of scenarios against agents of this server, one after the other, in memory. The callers are clients of the
 * server's own port, in a thread.
 */
export class ScenarioRuns {
  readonly #deps: ScenarioRunsDeps;
  readonly #orders = new Map<string, Order>();
  #url: string | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(deps: ScenarioRunsDeps) {
    this.#deps = deps;
  }

  /** @param url of the server's port, as this machine reaches it */
  callAt(url: string): void {
    this.#url = url;
  }

  /**
   * Checks scenarios, and queues them.
   * @param caller in whose name the agent is called
   * @returns the new run
   * @throws ApiError 403, 409, 422, 429
   */
  async add(caller: Caller, agentId: string, request: RunRequest): Promise<ScenarioRun> {
    const scenarios = await scenariosOf(request, this.#deps.conversations.model !== null);
    // Refused now if it lacks a scope.
    await this.#tokenOf(caller);
    const open = [...this.#orders.values()].filter(isOpen);
    const own = open.find(({ caller: { ownerId } }) => ownerId === caller.ownerId);
    if (own) throw refusal('scenarios_running', { values: { runId: own.id } });
    if (open.length >= maxRuns) {
      throw refusal('server_at_limit', { values: { what: 'runs of scenarios' }, retryAfterSeconds: 60 });
    }
    const order: Order = {
      id: randomUUID(),
      caller,
      agentId,
      createdAt: new Date().toISOString(),
      scenarios,
      request,
      stop: new AbortController(),
      done: [],
      state: 'queued',
      reason: null,
    };
    this.#keep(order);
    this.#last = this.#last.then(() => this.#run(order));
    return runOf(order);
  }

  /** @throws ApiError 404 */
  find(ownerId: string, agentId: string, id: string): ScenarioRun {
    return runOf(this.#find(ownerId, agentId, id));
  }

  /**
   * Stops a run, and forgets it.
   * @throws ApiError 404
   */
  remove(ownerId: string, agentId: string, id: string): void {
    this.#forget(this.#find(ownerId, agentId, id));
  }

  async close(): Promise<void> {
    for (const order of this.#orders.values()) this.#forget(order);
    await this.#last;
  }

  #find(ownerId: string, agentId: string, id: string): Order {
    const order = this.#orders.get(id);
    if (order?.caller.ownerId === ownerId && order.agentId === agentId) return order;
    throw refusal('no_such_scenario_run', { values: { runId: id } });
  }

  /** The oldest one that has ended makes room. */
  #keep(order: Order): void {
    this.#orders.set(order.id, order);
    const ended = [...this.#orders.values()].filter((each) => !isOpen(each));
    if (ended.length >= maxRuns) this.#forget(ended[0]!);
  }

  #forget(order: Order): void {
    this.#orders.delete(order.id);
    order.done.length = 0;
    order.stop.abort(new Error('stopped'));
  }

  async #run(order: Order): Promise<void> {
    const { agentId, scenarios, request, stop } = order;
    if (stop.signal.aborted || this.#url === null) return;
    order.state = 'running';
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(maxRunMs)]);
    try {
      const place = { url: this.#url, key: await this.#tokenOf(order.caller) };
      const { runInThread } = await load();
      const { repeat, jobs, seed } = request;
      let permits = Promise.resolve();
      await runInThread(
        {
          scenarios,
          place,
          agentId,
          repeat,
          jobs,
          seed,
          model: this.#deps.conversations.model,
          maxSaidMs: maxRunMs,
        },
        {
          mayCall: () => {
            permits = permits.then(() => this.#untilFree(signal));
            return permits;
          },
          onRun: (done) => {
            const sounds = order.done.filter(({ sound }) => sound !== null).length;
            order.done.push(sounds < maxSounds ? done : { ...done, sound: null });
          },
        },
        signal,
      );
      order.state = 'ended';
    } catch (error) {
      const isLate = signal.aborted && !stop.signal.aborted;
      order.reason = isLate ? `it took more than ${maxRunMs / 60_000} minutes` : (error as Error).message;
      order.state = 'failed';
      this.#deps.log.info({ err: error }, 'a run of scenarios failed');
    }
    setTimeout(() => this.#forget(order), keptMs).unref();
  }

  /** Real callers come first: one more of them always finds a place, if there is more than one. */
  async #untilFree(signal: AbortSignal): Promise<void> {
    const { conversations } = this.#deps;
    const isFree = (): boolean =>
      conversations.load < 1 && (conversations.count === 0 || conversations.count + 2 <= conversations.max);
    // At intervals, so that each sees the call before it.
    do await sleep(LOOK_MS);
    while (!isFree() && !signal.aborted);
  }

  #tokenOf(caller: Caller): Promise<string> {
    return this.#deps.authenticator.issueToken(caller, maxRunMs / 1000, ['speak', 'converse', 'manage']);
  }
}

const isOpen = ({ state }: Order): boolean => state === 'queued' || state === 'running';

/** @throws ApiError 422 */
async function scenariosOf({ text, only, repeat }: RunRequest, hasModel: boolean): Promise<Scenario[]> {
  const { BadFile, needsModel, parseScenarios } = await load();
  let all: Scenario[];
  try {
    all = parseScenarios(FILE, text);
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    throw invalidFields(
      error.problems.map((problem) => fieldFault(['body'], 'scenarios_faulty', { problem })),
    );
  }
  const wanted = all.filter(({ name }) => only === undefined || name.includes(only));
  if (wanted.length === 0) throw invalid(['query', 'only'], 'scenarios_none');
  // A model in the text could name internal addresses, and variables of the server's environment.
  if (wanted.some(({ caller }) => caller.model)) throw invalid(['body'], 'scenarios_model');
  // The media library of rooms must not run in two threads of a process.
  if (wanted.some(({ caller }) => caller.door === 'room')) throw invalid(['body'], 'scenarios_room');
  if (!hasModel && wanted.some(needsModel)) throw invalid(['body'], 'scenarios_without_model');
  const calls = wanted.length * repeat;
  if (calls > maxCalls) throw invalid(['body'], 'scenarios_too_many', { calls, max: maxCalls });
  return wanted;
}

function runOf(order: Order): ScenarioRun {
  const { id, caller, agentId, createdAt, state, reason, scenarios, request } = order;
  const done = order.done.map(({ scenario, report, sound }, i) => ({
    scenario,
    report: { ...report, sound: sound && i },
  }));
  const reports = scenarios.map(({ file, name }, i) => ({
    file,
    name,
    runs: done.filter(({ scenario }) => scenario === i).map(({ report }) => report),
  }));
  return {
    id,
    ownerId: caller.ownerId,
    agentId,
    createdAt,
    state,
    reason,
    calls: scenarios.length * request.repeat,
    report: {
      format: 1,
      date: createdAt,
      scenarios: reports.filter(({ runs }) => runs.length > 0),
    },
    sounds: order.done.map(({ sound }) => sound),
  };
}
