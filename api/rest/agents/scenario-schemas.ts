import { type Static, Type } from '@sinclair/typebox';
import { choice } from '../../http/declared-fields.ts';
import { SCENARIO_LIMITS } from '../../limits/scenarios.ts';
import { RUN_STATES, type ScenarioRun } from '../../scenario-runs/scenario-runs.ts';

const { maxRepeat, maxJobs } = SCENARIO_LIMITS;
const count = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, default: 1, description });

export const ScenarioQuery = Type.Object({
  only: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only the scenarios whose names contain this' }),
  ),
  repeat: count(maxRepeat, 'How often each is run, with other noise each time'),
  jobs: count(maxJobs, 'How many calls go on at the same time'),
  seed: count(1_000_000, 'Of noise and sounds'),
});

const Ms = Type.Integer({ description: 'Since the call began' });
const MaybeMs = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

const RunReportSchema = Type.Object({
  seed: Type.Integer(),
  passed: Type.Boolean(),
  seconds: Type.Number({ description: 'How long the run took' }),
  failures: Type.Array(
    Type.Object({
      check: Type.String({ description: 'As the scenario says it' }),
      reason: Type.String(),
      at_ms: MaybeMs('Since the call began; null for what happened at no particular time'),
    }),
  ),
  checks: Type.Integer({ description: 'How many there were' }),
  answers_ms: Type.Array(Type.Integer(), {
    description: 'From the end of what the caller said to the first sound of the answer',
  }),
  interruptions_ms: Type.Array(MaybeMs('Until the agent was silent; null where it went on')),
  cut_offs: Type.Integer({ description: 'Turns of the caller that were taken for over too early' }),
  longest_overlap_ms: Type.Integer({ description: 'For which both spoke at once' }),
  events: Type.Array(Type.Object({ at_ms: Ms, what: Type.String(), text: Type.String() })),
  sound: Type.Optional(
    Type.Object(
      { url: Type.String({ description: 'Its path' }), from_ms: Ms },
      { description: 'Both sides around the first failure' },
    ),
  ),
});

export const ScenarioRunSchema = Type.Object({
  run_id: Type.String(),
  agent_id: Type.String(),
  state: choice(RUN_STATES, { description: '`failed`: not all calls could be made' }),
  reason: Type.Optional(Type.String({ description: 'Why it failed' })),
  created_at: Type.String({ format: 'date-time' }),
  calls: Type.Integer({ description: 'How many it makes' }),
  done: Type.Integer({ description: 'How many are over' }),
  passed: Type.Integer({ description: 'In how many everything held' }),
  report: Type.Object(
    {
      format: Type.Integer(),
      date: Type.String({ format: 'date-time' }),
      scenarios: Type.Array(
        Type.Object({ file: Type.String(), name: Type.String(), runs: Type.Array(RunReportSchema) }),
      ),
    },
    { description: 'Of the calls that are over, as `npm run scenarios -- --json` writes it' },
  ),
});

/** Returns a run in the wire format. */
export function scenarioRunBody(run: ScenarioRun): Static<typeof ScenarioRunSchema> {
  const { id, agentId, state, reason, createdAt, calls, report, sounds } = run;
  const url = (number: number): string => `/agents/${agentId}/scenarios/${id}/sounds/${number}`;
  const runs = report.scenarios.flatMap((scenario) => scenario.runs);
  return {
    run_id: id,
    agent_id: agentId,
    state,
    ...(reason !== null && { reason }),
    created_at: createdAt,
    calls,
    done: runs.length,
    passed: runs.filter(({ passed }) => passed).length,
    report: {
      ...report,
      scenarios: report.scenarios.map(({ file, name, runs }) => ({
        file,
        name,
        runs: runs.map(({ sound, ...each }) => ({
          ...each,
          failures: [...each.failures],
          answers_ms: [...each.answers_ms],
          interruptions_ms: [...each.interruptions_ms],
          events: [...each.events],
          ...(sound !== null && {
            sound: { url: url(sound), from_ms: Math.round(sounds[sound]?.fromMs ?? 0) },
          }),
        })),
      })),
    },
  };
}
