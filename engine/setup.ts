/** The engine's entry point for what a program assembles before it starts an engine, or uses without one. */

export { LicenseError, ModelError } from './models/errors.ts';
export {
  DEFAULT_HUB_URL,
  endOfTurnModelFile,
  hibariFolder,
  kokoroFolder,
  modelsFolder,
  piperFolders,
} from './models/folders.ts';
export type { ModelCard } from './models/license.ts';
export { DEEP_FILTER_NET } from './models/manifest.ts';
export { filesOf, isMultilingual, type Model } from './models/model.ts';
export { modelBytes, pullWithReport } from './models/pull-report.ts';
export { type ModelFilter, searchModels } from './models/search.ts';
export { ModelStore } from './models/store.ts';
export { RECOGNISERS, wantedModels } from './models/wanted.ts';
export { ONE_THREAD } from './onnx/session-options.ts';
export {
  createRecogniser,
  NoRecogniser,
  understandsAnything,
} from './recognition/create-recogniser.ts';
export { recognisableLanguages, recogniserCommand } from './recognition/recogniser-command.ts';
export { familyOf } from './synthesis/family-of.ts';
export { voiceFolders } from './synthesis/voice-folders.ts';
export { program, spawnWorker } from './threads/spawn.ts';
export { isRobotic } from './voices/standing.ts';
