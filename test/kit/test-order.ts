import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Durations of slow test files, in seconds on a busy machine. A slow file that begins last would leave all cores but
 * one idle.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'test/scenarios.test.ts': 198,
  'test/openai/transcriptions.test.ts': 116,
  'test/console/voices.test.ts': 114,
  'test/agents/recordings.test.ts': 93,
  'cloning/enrolment/enroller.slow.test.ts': 88,
  'test/docs.test.ts': 87,
  'test/scenario-runs.test.ts': 86,
  'test/rooms/sip.test.ts': 77,
  'test/console/agents.test.ts': 76,
  'test/console/console.test.ts': 74,
  'test/openapi-answers.test.ts': 73,
  'test/agents/websocket.test.ts': 70,
  'test/recipes/recipes.test.ts': 62,
  'test/agents/outgoing-calls.test.ts': 57,
  'test/rooms/conversation.test.ts': 57,
  'test/voices/assisted-takes.test.ts': 57,
  'test/openai/realtime.test.ts': 54,
  'test/rooms/worker.test.ts': 51,
  'test/agents/telephone.test.ts': 49,
  'test/scaling.test.ts': 48,
  'test/rooms/processes.test.ts': 46,
  'test/conversations/interruptions.test.ts': 43,
  'test/rooms/callers.test.ts': 39,
  'test/conversations/failures.test.ts': 38,
  'engine/recognition/local-recogniser.slow.test.ts': 37,
  'engine/recognition/moonshine/moonshine.slow.test.ts': 36,
  'cloning/enrolment/assisted/sentences/align-take.slow.test.ts': 35,
  'test/agents/caller-language.test.ts': 35,
  'test/conversations/tools.test.ts': 35,
  'test/agents/killed-server.test.ts': 34,
  'engine/synthesis/families/kokoro/kokoro.slow.test.ts': 34,
  'engine/speech/silence.slow.test.ts': 34,
  'test/restore/restore.test.ts': 34,
  'test/console/models.test.ts': 33,
  'test/agents/recordings-bucket.test.ts': 33,
  'test/voices/enrol.test.ts': 31,
  'test/conversations/callers.test.ts': 31,
  'test/restore/killed.test.ts': 30,
  'test/rooms/outgoing-calls.test.ts': 29,
  'test/speak/socket-limits.test.ts': 28,
  'test/agents/socket.test.ts': 28,
  'test/front/requests.test.ts': 27,
  'test/console/calls.test.ts': 27,
  'media/decode/robustness.slow.test.ts': 26,
  'test/agents/media-stream.test.ts': 26,
  'engine/synthesis/speed.slow.test.ts': 25,
  'test/conversations/turns.test.ts': 25,
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
