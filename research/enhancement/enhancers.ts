/** The measured enhancers, by their names in the tables. */
import { GTCRN } from '../../engine/research.ts';
import { modelsFolder } from '../../engine/setup.ts';
import { createDeepFilterNet, createOwnEnhancer, type Enhancer } from '../../recordings/research.ts';
import { EvaluationModelMissing } from '../cloning/metrics/models.ts';

export const ENHANCERS: Readonly<Record<string, () => Promise<Enhancer>>> = {
  'own-gtcrn': ownGtcrn,
  'own-rnnoise': () => createOwnEnhancer({ modelsFolder: null }),
  // The model of the external enhancer in the compose file.
  deepfilternet3: () => createDeepFilterNet(),
};

/** @throws EvaluationModelMissing instead of measuring another model under its name */
async function ownGtcrn(): Promise<Enhancer> {
  const enhancer = await createOwnEnhancer({ modelsFolder: modelsFolder() });
  if (enhancer.model === 'gtcrn') return enhancer;
  throw new EvaluationModelMissing(
    `${enhancer.fallbackReason}; fetch it with: npm run models -- pull ${GTCRN}`,
  );
}
