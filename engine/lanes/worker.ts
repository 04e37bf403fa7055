/** Entry point of a lane: a worker thread that runs one step at a time for whichever stream is due. */
import { parentPort, workerData } from 'node:worker_threads';
import { Dictionaries } from '../../language/pronunciation/dictionary/dictionaries.ts';
import type { EnglishDictionary } from '../../language/pronunciation/dictionary/english-dictionary.ts';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import type { VoiceSource } from '../synthesis/voice-source.ts';
import { yieldToSpeech } from '../threads/background.ts';
import { handedOn } from './handed-on.ts';
import { countNativeCalls } from './native-calls.ts';
import { prepare } from './prepare.ts';
import type { AnyLaneResult, LaneMessage, LaneOrder, LaneSetup, VoiceRequest } from './protocol.ts';
import { readWords } from './read-words.ts';
import { render } from './render.ts';
import { Synthesizers } from './synthesizers.ts';

/** Most steps find their voice loaded. */
const SLOW_LOAD_MS = 100;

const port = parentPort;
if (!port) throw new Error('a lane runs as a worker thread');

// The pool starts every lane with its `LaneSetup`.
const setup = workerData as LaneSetup;
if (setup.background) yieldToSpeech();
const espeak = await Espeak.load();
countNativeCalls(setup.nativeCalls);
const synthesizers = new Synthesizers(espeak, setup);
const dictionaries = new Dictionaries(setup.dictionaryFolder);

const say = (message: LaneMessage, handed: ArrayBuffer[] = []): void => port.postMessage(message, handed);

async function perform(
  request: VoiceRequest,
  synthesizer: Synthesizer,
  alone: boolean,
): Promise<AnyLaneResult> {
  switch (request.kind) {
    case 'prepare':
      return prepare(request, synthesizer, espeak, request.urgent && alone, await dictionaryOf(synthesizer));
    case 'render':
      return render(request, synthesizer, request.urgent && alone);
    case 'warm':
      espeak.warmUp(synthesizer.espeakVoice, synthesizer.speaksWithEspeak ?? false);
      return null;
  }
}

async function dictionaryOf(synthesizer: Synthesizer): Promise<EnglishDictionary | null> {
  const { readsByDictionary, espeakVoice } = synthesizer;
  return readsByDictionary ? dictionaries.for(espeakVoice) : null;
}

async function load(voice: VoiceSource): Promise<Synthesizer> {
  let isSlow = false;
  const slow = setTimeout(() => {
    isSlow = true;
    say({ type: 'loading' });
  }, SLOW_LOAD_MS);
  try {
    const synthesizer = await synthesizers.get(voice);
    await dictionaryOf(synthesizer);
    return synthesizer;
  } finally {
    clearTimeout(slow);
    if (isSlow) say({ type: 'loaded' });
  }
}

port.on('message', async ({ request, alone }: LaneOrder) => {
  let startedMs = performance.now();
  const busyMs = (): number => performance.now() - startedMs;
  let message: LaneMessage;
  let handed: ArrayBuffer[] = [];
  try {
    let result: AnyLaneResult;
    if (request.kind === 'read') result = readWords(request, espeak);
    else {
      const synthesizer = await load(request.voice);
      // The time to load a voice is not part of its speaking cost.
      startedMs = performance.now();
      result = await perform(request, synthesizer, alone);
      if (result && 'state' in result && result.state) handed = handedOn(result.state);
      if (result && 'audio' in result) handed = [...handed, result.audio.buffer as ArrayBuffer];
    }
    message = { type: 'done', result, busyMs: busyMs() };
  } catch (error) {
    message = {
      type: 'failed',
      message: error instanceof Error ? error.message : String(error),
      busyMs: busyMs(),
    };
  }
  say(message, handed);
});

say({ type: 'ready' });
