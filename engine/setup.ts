/** The engine's entry point for what a program assembles before it starts an engine, or uses without one. */

export { createDeepFilterNet } from './enhancement/deepfilternet/deep-filter-net.ts';
export { ExternalEnhancer } from './enhancement/external/external-enhancer.ts';
export type { Sound } from './enhancement/types.ts';
export { DEFAULT_HUB_URL, modelsFolder, voiceFolders } from './models/folders.ts';
export { DEEP_FILTER_NET } from './models/manifest.ts';
export { pullWithReport } from './models/pull-report.ts';
export { ModelStore } from './models/store.ts';
export { wantedModels } from './models/wanted.ts';
export { createRecogniser, NoRecogniser } from './recognition/create-recogniser.ts';
export { Restorer } from './restore/restorer.ts';
export { program, spawnWorker } from './threads/spawn.ts';
