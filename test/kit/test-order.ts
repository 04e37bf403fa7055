import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Durations of slow test files, in seconds on a busy machine. A slow file that begins last would leave all cores but
 * one idle.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/docs.test.ts': 92,
  'cloning/enrolment/enroller.slow.test.ts': 66,
  'test/console/agents.test.ts': 60,
  'test/rooms/worker.test.ts': 59,
  'test/agents/websocket.test.ts': 56,
  'test/console/voices.test.ts': 56,
  'test/voices/assisted-takes.test.ts': 55,
  'test/openapi-answers.test.ts': 53,
  'test/conversations/interruptions.test.ts': 52,
  'services/enhancer/assisted.slow.test.ts': 49,
  'engine/recognition/local-recognisers.slow.test.ts': 47,
  'test/conversations/callers.test.ts': 42,
  'test/rooms/conversation.test.ts': 39,
  'test/console/console.test.ts': 38,
  'test/openai/realtime.test.ts': 38,
  'test/rooms/processes.test.ts': 37,
  'test/rooms/callers.test.ts': 36,
  'test/conversations/failures.test.ts': 32,
  'engine/voices/default-voices.slow.test.ts': 31,
  'test/conversations/languages.test.ts': 30,
  'test/voices/assisted-concurrent.test.ts': 27,
  'test/speak/socket-limits.test.ts': 27,
  'engine/lanes/lanes.slow.test.ts': 26,
  'cloning/enrolment/style-space/near-base.slow.test.ts': 26,
  'test/conversations/turns.test.ts': 26,
  'test/rooms/sip.test.ts': 25,
  'test/voices/enrol.test.ts': 24,
  'test/conversations/tools.test.ts': 22,
  'cloning/enrolment/assisted/sentences/align-take.slow.test.ts': 22,
  'test/console/models.test.ts': 21,
  'test/agents/socket-limits.test.ts': 19,
  'test/rooms/restart.test.ts': 15,
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
