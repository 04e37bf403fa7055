/** The engine's entry point for what a program assembles before it starts an engine, or uses without one. */

export { LicenseError, ModelError } from '../model-files/errors.ts';
export {
  DEFAULT_HUB_URL,
  endOfTurnModelFile,
  hibariFolder,
  kokoroFolder,
  modelsFolder,
  piperFolders,
} from '../model-files/folders.ts';
export type { ModelCard } from '../model-files/license.ts';
export { DEEP_FILTER_NET } from '../model-files/manifest.ts';
export { filesOf, isMultilingual, type Model } from '../model-files/model.ts';
export {
  extractModel,
  type OnnxGraph,
  parseOnnx,
  toNode,
  weightsOf,
  withNodes,
} from '../model-files/onnx/graph.ts';
export { ONE_THREAD } from '../model-files/onnx/session-options.ts';
export { modelBytes, pullWithReport } from '../model-files/pull-report.ts';
export { type ModelFilter, searchModels } from '../model-files/search.ts';
export { ModelStore } from '../model-files/store.ts';
export { RECOGNISERS, wantedModels } from '../model-files/wanted.ts';
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
