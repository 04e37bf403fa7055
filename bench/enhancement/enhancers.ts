/** The enhancers that are measured, by the names that the tables give them. */

import { createOwnEnhancer } from '../../engine/enhancement/own-enhancer.ts';
import type { Enhancer } from '../../engine/enhancement/types.ts';
import { GTCRN } from '../../engine/models/manifest.ts';
import { createDeepFilterNet, modelsFolder } from '../../engine/setup.ts';
import { EvaluationModelMissing } from '../cloning/metrics/models.ts';

export const ENHANCERS: Readonly<Record<string, () => Promise<Enhancer>>> = {
  'own-gtcrn': ownGtcrn,
  'own-rnnoise': () => createOwnEnhancer({ modelsFolder: null }),
  // What the external enhancer of the compose file runs.
  deepfilternet3: () => createDeepFilterNet(),
};

/** @throws EvaluationModelMissing rather than measure another one under its name */
async function ownGtcrn(): Promise<Enhancer> {
  const enhancer = await createOwnEnhancer({ modelsFolder: modelsFolder() });
  if (enhancer.model === 'gtcrn') return enhancer;
  throw new EvaluationModelMissing(
    `${enhancer.fallbackReason}; fetch it with: npm run models -- pull ${GTCRN}`,
  );
}
