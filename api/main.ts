/** Entry point of the server process. */
import { isDroppedHandle } from '../agent-worker/rooms/dropped-handles.ts';
import { createCloning } from '../cloning/index.ts';
import { createEngine, type Recogniser, type RecogniserInUse, type Voice } from '../engine/index.ts';
import { createRecogniser, isRobotic, voiceFolders } from '../engine/setup.ts';
import { Transcriber } from '../recordings/index.ts';
import { disposeRooms } from './agents/rooms.ts';
import type { Log } from './observability/log.ts';
import { run } from './run.ts';
import type { Settings } from './settings/settings.ts';
import { secondEnhancer } from './start/second-enhancer.ts';

const openRecogniser = (
  { sttBaseUrl, sttApiKey, sttModel, modelsDir, recogniser }: Settings,
  log: Log,
): Promise<Recogniser> =>
  createRecogniser({
    remote: sttBaseUrl === null ? null : { baseUrl: sttBaseUrl, apiKey: sttApiKey, model: sttModel },
    local: recogniser,
    modelsFolder: modelsDir,
    warn: (message) => log.warn(message),
    onInUse: (inUse) => sayWhoHears(inUse, log),
  });

/**
 * Loads the models of conversations in parallel with the engine, so that the first caller does not wait for them. If it
 * fails, everything else still works.
 */
async function prepareForCallers(log: Log): Promise<void> {
  try {
    const { prepareConversations } = await import('../agent-worker/conversation/load-models.ts');
    await prepareConversations((message) => log.warn(message));
  } catch (error) {
    log.error({ err: error }, 'conversations with agents cannot be held on this machine');
  }
}

function sayWhoThinks({ llmBaseUrl }: Settings, log: Log): void {
  if (llmBaseUrl === null) {
    log.warn(
      'no language model is set: agents answer by a few rules until LLM_BASE_URL and LLM_MODEL are given',
    );
  }
}

/** Logs the natural voices and the voice for English. All others are robotic, because no natural one is installed. */
function sayWhoSpeaks(voices: readonly Voice[], log: Log): void {
  const named = voices.filter((voice) => !isRobotic(voice) || voice.defaultFor?.includes('en'));
  const reasons = new Set(named.flatMap(({ defaultReason = [] }) => defaultReason));
  for (const why of reasons) {
    const alike = named.filter(({ defaultReason }) => defaultReason === why);
    const byLanguage = alike.flatMap(({ id, defaultFor = [] }) => defaultFor.map((code) => [code, id]));
    log.info({ voices: Object.fromEntries(byLanguage) }, `default voices: ${why}`);
  }
  const ofAgents = voices.flatMap(({ id, agentDefaultFor = [] }) =>
    agentDefaultFor.map((code) => [code, id]),
  );
  if (ofAgents.length > 0) {
    log.info(
      { voices: Object.fromEntries(ofAgents) },
      'voices of agents that name none: more can be answered',
    );
  }
}

function sayWhoHears(inUse: readonly RecogniserInUse[], log: Log): void {
  for (const { use, lang, id, reason } of inUse) {
    log.info({ recogniser: id, lang, use }, `recogniser: ${reason}`);
  }
}

process.on('uncaughtException', (error) => {
  if (isDroppedHandle(error)) return;
  // The default of Node.js for an uncaught error.
  console.error(error);
  process.exit(1);
});

const exitCode = await run(async (settings, log, metrics) => {
  const prepared = prepareForCallers(log);
  sayWhoThinks(settings, log);
  const engine = await createEngine({
    voiceFolders: voiceFolders({ MODELS_DIR: settings.modelsDir, DATA_DIR: settings.dataDir }),
    defaultVoices: settings.defaultVoices,
    measuresSpeed: true,
    lanes: settings.lanes,
    recogniser: await openRecogniser(settings, log),
    modelsFolder: settings.modelsDir,
    warn: (message, fields) => log.warn(fields, message),
    observer: {
      firstAudio: (waitedMs, voice) =>
        metrics.firstAudioSeconds.observe({ engine: voice.engine }, waitedMs / 1000),
      work: (busyMs, audioMs, voice) => {
        if (audioMs > 0) metrics.realTimeFactor.observe({ engine: voice.engine }, busyMs / audioMs);
      },
      droppedSymbols: (symbols, lang) =>
        log.info({ event: 'symbols_dropped', symbols, lang }, 'symbols of a text were not spoken'),
      defaultVoices: (voices) => sayWhoSpeaks(voices, log),
    },
  });
  const cloning = createCloning(engine, {
    maxEnrolments: settings.maxEnrolments,
    externalEnhancer: await secondEnhancer(settings, log),
  });
  const english = engine.voices().find(({ langs }) => langs.includes('en'));
  if (english?.notice) log.warn({ voice: english.id }, english.notice);
  await prepared;
  return { engine, cloning, transcriber: new Transcriber(engine) };
});
await disposeRooms();
process.exit(exitCode);
