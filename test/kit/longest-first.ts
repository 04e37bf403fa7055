import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take half a minute, or mostly wait. Begun last, one of them would be waited for by all cores but one. */
const LONGEST = [
  'test/docs.test.ts',
  'test/rooms/restart.test.ts',
  'test/rooms/processes.test.ts',
  'test/voices/assisted-takes.test.ts',
  'test/console/voices.test.ts',
  'test/rooms/callers.test.ts',
  'test/conversations/interruptions.test.ts',
  'test/voices/enrol.test.ts',
  'test/openapi-answers.test.ts',
  'test/rooms/worker.test.ts',
  'test/agents/websocket.test.ts',
  'test/console/agents.test.ts',
  'test/console/console.test.ts',
  'test/rooms/conversation.test.ts',
  'test/conversations/turns.test.ts',
  'test/conversations/failures.test.ts',
];

/** Begins each project with its longest files, on machines too that have never run them before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return own.sort((a, b) => placeOf(a) - placeOf(b));
    });
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? LONGEST.length : place;
}
