import { SignedLinks, type SignedLinksDeps } from '../credentials/signed-links.ts';

export const DEFAULT_LINK_SECONDS = 600;
export const MIN_LINK_SECONDS = 60;
export const MAX_LINK_SECONDS = 86_400;

/** Who may open a telephone stream with an agent, written into its address: telephone services send no headers. */
export class StreamLinks extends SignedLinks {
  constructor(deps: SignedLinksDeps) {
    super(deps, { audience: 'media-stream', claim: 'agent_id', link: 'stream URL', target: 'agent' });
  }
}
