import { SignedLinks, type SignedLinksDeps } from '../credentials/signed-links.ts';
import { wholeNumberField, withDefault } from '../http/declared-fields.ts';

/** The body of a request for a link. */
export const LINK_FIELDS = {
  expires_in: withDefault(
    wholeNumberField(
      { min: 60, max: 86_400 },
      { description: 'Seconds within which the stream must be opened' },
    ),
    600,
  ),
};

/** Who may open a telephone stream with an agent, written into its address: telephone services send no headers. */
export class StreamLinks extends SignedLinks {
  constructor(deps: SignedLinksDeps) {
    super(deps, { audience: 'media-stream', claim: 'agent_id', link: 'stream URL', target: 'agent' });
  }
}
