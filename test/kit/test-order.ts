import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Durations of slow test files, in seconds on a busy machine. A slow file that begins last would leave all cores but
 * one idle.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/rooms/sip.test.ts': 163,
  'test/scenarios.test.ts': 147,
  'test/docs.test.ts': 146,
  'test/console/agents.test.ts': 141,
  'test/console/voices.test.ts': 100,
  'test/console/console.test.ts': 87,
  'cloning/enrolment/enroller.slow.test.ts': 83,
  'test/agents/websocket.test.ts': 77,
  'test/openapi-answers.test.ts': 76,
  'cloning/enrolment/heard-again.slow.test.ts': 76,
  'test/conversations/failures.test.ts': 70,
  'test/scenario-runs.test.ts': 69,
  'test/agents/recordings.test.ts': 69,
  'test/rooms/restart.test.ts': 64,
  'test/rooms/worker.test.ts': 63,
  'test/rooms/conversation.test.ts': 62,
  'test/conversations/interruptions.test.ts': 57,
  'test/agents/caller-language.test.ts': 56,
  'engine/recognition/moonshine/moonshine.slow.test.ts': 56,
  'test/agents/outgoing-calls.test.ts': 55,
  'test/rooms/processes.test.ts': 54,
  'test/restore/killed.test.ts': 45,
  'test/recipes/recipes.test.ts': 45,
  'test/openai/realtime.test.ts': 45,
  'test/agents/telephone.test.ts': 45,
  'test/agents/recordings-bucket.test.ts': 45,
  'test/rooms/callers.test.ts': 43,
  'test/agents/media-stream.test.ts': 43,
  'test/agents/socket.test.ts': 41,
  'test/openai/transcriptions.test.ts': 39,
  'test/console/models.test.ts': 38,
  'test/agents/killed-server.test.ts': 38,
  'test/scaling.test.ts': 37,
  'test/voices/assisted-takes.test.ts': 36,
  'cloning/enrolment/assisted/sentences/align-take.slow.test.ts': 36,
  'test/conversations/tools.test.ts': 35,
  'test/voices/enrol.test.ts': 34,
  'engine/recognition/local-recogniser.slow.test.ts': 34,
  'test/agents/warm-transfer.test.ts': 33,
  'test/agents/socket-limits.test.ts': 33,
  'test/agents/killed-calls.test.ts': 33,
  'cloning/enrolment/prompted-voice.slow.test.ts': 33,
  'test/speak/socket-limits.test.ts': 32,
  'test/speak/soak.test.ts': 32,
  'test/rooms/outgoing-calls.test.ts': 32,
  'test/restore/restore.test.ts': 32,
  'test/conversations/callers.test.ts': 32,
  'engine/lanes/lanes.slow.test.ts': 32,
  'test/console/calls.test.ts': 31,
  'test/rooms/call-tools.test.ts': 30,
  'test/mcp-conformance.test.ts': 30,
  'test/conversations/turns.test.ts': 30,
  'test/voices/assisted-concurrent.test.ts': 29,
  'recordings/restore/restorer.slow.test.ts': 29,
  'test/front/shared-limits.test.ts': 28,
};
const OTHER_SECONDS = 6;

/** Begins each project with its longest files, also on machines that have never run them. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return this.ctx.projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => secondsOf(b) - secondsOf(a)),
    );
  }
}

function secondsOf({ moduleId }: TestSpecification): number {
  const name = Object.keys(SECONDS).find((end) => moduleId.endsWith(`/${end}`));
  return name === undefined ? OTHER_SECONDS : SECONDS[name]!;
}
