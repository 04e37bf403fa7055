import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Durations of slow test files, in seconds on a busy machine. A slow file that begins last would leave all cores but
 * one idle.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/openapi-answers.test.ts': 243,
  'test/console/voices.test.ts': 178,
  'test/rooms/sip.test.ts': 163,
  'test/console/console.test.ts': 154,
  'test/docs.test.ts': 119,
  'test/voices/assisted-takes.test.ts': 118,
  'test/agents/websocket.test.ts': 116,
  'test/rooms/conversation.test.ts': 114,
  'test/speak/socket-limits.test.ts': 101,
  'cloning/enrolment/enroller.slow.test.ts': 101,
  'test/rooms/worker.test.ts': 95,
  'test/console/agents.test.ts': 91,
  'test/rooms/processes.test.ts': 85,
  'test/conversations/failures.test.ts': 75,
  'test/openai/realtime.test.ts': 74,
  'test/agents/recordings.test.ts': 72,
  'test/scaling.test.ts': 72,
  'test/voices/enrol.test.ts': 71,
  'test/restore/restore.test.ts': 69,
  'test/conversations/interruptions.test.ts': 67,
  'engine/synthesis/families/kokoro/kokoro.slow.test.ts': 60,
  'test/openai/transcriptions.test.ts': 60,
  'test/agents/outgoing-calls.test.ts': 58,
  'test/rooms/callers.test.ts': 56,
  'test/recipes/recipes.test.ts': 56,
  'test/conversations/callers.test.ts': 49,
  'test/agents/caller-language.test.ts': 49,
  'test/speak/soak.test.ts': 45,
  'test/console/models.test.ts': 44,
  'cloning/enrolment/assisted/sentences/align-take.slow.test.ts': 43,
  'engine/recognition/moonshine/moonshine.slow.test.ts': 41,
  'test/restore/killed.test.ts': 40,
  'test/console/cloning.test.ts': 39,
  'test/agents/killed-calls.test.ts': 38,
  'test/agents/killed-server.test.ts': 38,
  'engine/recognition/local-recogniser.slow.test.ts': 37,
  'test/conversations/tools.test.ts': 36,
  'test/rooms/outgoing-calls.test.ts': 34,
  'test/front/requests.test.ts': 31,
  'recordings/enhancement/own-enhancer.slow.test.ts': 32,
  'engine/speech/silence.slow.test.ts': 30,
  'agent-worker/hearing/echo/echo-guard.slow.test.ts': 28,
  'test/conversations/languages.test.ts': 28,
  'test/agents/telephone.test.ts': 30,
};
const OTHER_SECONDS = 6;

/** Test files that run in real time, because people speak in them. */
const WAITS = /\/test\/(agents|conversations|rooms)\/|\/realtime\.test\.ts$/;

/**
 * Runs the quick project first. Begins each project with its longest files, also on machines that have never run them,
 * and distributes files that mostly wait among those that compute, so that the cores are always busy.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = this.ctx.projects.filter((project) => sorted.some((file) => file.project === project));
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      own.sort((a, b) => secondsOf(b) - secondsOf(a));
      const waits = (file: TestSpecification): boolean => WAITS.test(file.moduleId);
      return spread(
        own.filter(waits),
        own.filter((file) => !waits(file)),
      );
    });
  }
}

/** Merges both lists in their order, so that at each place the same share of each list's time has passed. */
function spread(some: TestSpecification[], others: TestSpecification[]): TestSpecification[] {
  const placed = [some, others].flatMap((files) => {
    const total = sum(files);
    return files.map((file, i) => ({ file, at: sum(files.slice(0, i)) / total }));
  });
  return placed.sort((a, b) => a.at - b.at).map(({ file }) => file);
}

const sum = (files: TestSpecification[]): number => files.reduce((total, file) => total + secondsOf(file), 0);

function secondsOf({ moduleId }: TestSpecification): number {
  const name = Object.keys(SECONDS).find((end) => moduleId.endsWith(`/${end}`));
  return name === undefined ? OTHER_SECONDS : SECONDS[name]!;
}
