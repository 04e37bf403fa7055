import { SignedLinks, type SignedLinksDeps } from '../credentials/signed-links.ts';

/** Permission to open the telephone stream of one outgoing call, as a part of its URL. */
export class CallLinks extends SignedLinks {
  constructor(deps: SignedLinksDeps) {
    super(deps, { audience: 'call-stream', claim: 'call_id', link: 'stream URL', target: 'call' });
  }
}
