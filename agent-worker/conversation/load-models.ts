import { prepareHearing } from '../hearing/load-models.ts';
import { prepareFramework } from './livekit-framework.ts';

/**
 * Loads what conversations need in this process, some 300 MB, once: the framework and the models for listening.
 * Without it the first caller waits some seconds.
 * @throws Error where the listening models cannot run on this machine
 */
export async function prepareConversations(): Promise<void> {
  prepareFramework();
  await Promise.all([
    prepareHearing(),
    import('./conversation.ts'),
    import('../address-guard/address-guard.ts'),
  ]);
}
