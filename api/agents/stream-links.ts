import { SignedLinks, type SignedLinksDeps } from '../credentials/signed-links.ts';
import { flagField, wholeNumberField, withDefault } from '../http/declared-fields.ts';
import { variablesField } from './variables.ts';

/** Fields of the request body for a link. */
export const LINK_FIELDS = {
  // Addresses are not long: they carry the values.
  variables: variablesField(1000),
  expires_in: withDefault(
    wholeNumberField(
      { min: 60, max: 86_400 },
      { description: 'Seconds within which the stream must be opened' },
    ),
    600,
  ),
  reusable: withDefault(
    flagField({
      description: 'Whether the address opens any number of streams until it expires, instead of one',
    }),
    false,
  ),
};

/**
 * Permission to open a telephone stream with an agent, as a part of its URL, because telephone services send no
 * headers.
 */
export class StreamLinks extends SignedLinks {
  constructor(deps: SignedLinksDeps) {
    super(deps, { audience: 'media-stream', claim: 'agent_id', link: 'stream URL', target: 'agent' });
  }
}
