/** The neural voice that some tests need. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { modelsFolder } from '../../model-files/folders.ts';
import { JOE_VOICE } from '../../model-files/manifest.ts';
import { KIND_FOLDERS } from '../../model-files/model.ts';

const folder = path.join(modelsFolder(), KIND_FOLDERS['piper-voice']);

export const NEURAL_MODEL = path.join(folder, `${JOE_VOICE}.onnx`);
export const NEURAL_CONFIG = `${NEURAL_MODEL}.json`;

/** Tests that need the neural voice: skipped where it is not installed, but not in continuous integration. */
export const testWithNeuralVoice = test.skipIf(!existsSync(NEURAL_MODEL) && process.env.CI !== 'true');
