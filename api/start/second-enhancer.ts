import { DEEP_FILTER_NET, ModelStore } from '../../engine/setup.ts';
import { EnhancerProcess, ExternalEnhancer } from '../../recordings/index.ts';
import type { Log } from '../observability/log.ts';
import type { Settings } from '../settings/settings.ts';

const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? '../../services/enhancer/main.ts' : '../../services/enhancer/main.js',
  import.meta.url,
);

/**
 * Opens the enhancer for read-throughs beside the built-in one: the service that the operator configured, or else our
 * own in a separate process, if its model is installed.
 * @returns null for none
 */
export async function secondEnhancer(
  { enhancerUrl, enhancerProcess, enhancerTimeoutMs: deadlineMs, modelsDir }: Settings,
  log: Log,
): Promise<EnhancerProcess | ExternalEnhancer | null> {
  if (enhancerUrl !== null) return new ExternalEnhancer({ url: enhancerUrl, deadlineMs });
  if (!enhancerProcess || !(await new ModelStore({ folder: modelsDir }).isInstalled(DEEP_FILTER_NET)))
    return null;
  return new EnhancerProcess({
    module: PROGRAM,
    deadlineMs,
    modelsFolder: modelsDir,
    log: (message, fields) => log.warn(fields, message),
  });
}
