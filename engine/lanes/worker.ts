/** Entry of a lane: a worker thread that does one step at a time for whichever stream is due. */
import { parentPort } from 'node:worker_threads';
import { Espeak } from '../pronunciation/espeak.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import { prepare } from './prepare.ts';
import type { LaneMessage, LaneRequest, PreparedRun, RenderedWindow } from './protocol.ts';
import { render } from './render.ts';
import { Synthesizers } from './synthesizers.ts';

const port = parentPort;
if (!port) throw new Error('a lane runs as a worker thread');

const espeak = await Espeak.load();
const synthesizers = new Synthesizers(espeak);

async function perform(
  request: LaneRequest,
  synthesizer: Synthesizer,
): Promise<PreparedRun | RenderedWindow | null> {
  switch (request.kind) {
    case 'prepare':
      return prepare(request, synthesizer, espeak);
    case 'render':
      return render(request, synthesizer);
    case 'warm':
      espeak.warmUp(synthesizer.espeakVoice);
      return null;
  }
}

port.on('message', async (request: LaneRequest) => {
  let startedMs = performance.now();
  const busyMs = (): number => performance.now() - startedMs;
  let message: LaneMessage;
  try {
    const synthesizer = await synthesizers.get(request.voice);
    // Loading a voice says nothing about what speaking with it costs.
    startedMs = performance.now();
    message = { type: 'done', result: await perform(request, synthesizer), busyMs: busyMs() };
  } catch (error) {
    message = {
      type: 'failed',
      message: error instanceof Error ? error.message : String(error),
      busyMs: busyMs(),
    };
  }
  port.postMessage(message);
});

port.postMessage({ type: 'ready' } satisfies LaneMessage);
