import { prepareHearing } from '../hearing/load-models.ts';
import { prepareFramework } from './livekit-framework.ts';

/**
 * Loads what conversations need in this process once, about 300 MB: the framework and the models for hearing. Otherwise
 * the first caller waits a few seconds.
 * @param warn receives degradations
 * @throws Error when the models cannot run on this machine
 */
export async function prepareConversations(warn?: (message: string) => void): Promise<void> {
  prepareFramework();
  await Promise.all([
    prepareHearing(warn),
    import('./conversation-relay.ts'),
    import('../address-guard/address-guard.ts'),
  ]);
}
