import type { Identity } from '../credentials/authenticator.ts';
import { SignedLinks, type SignedLinksDeps } from '../credentials/signed-links.ts';

/** Validity of a link: enough to click and download. */
export const FILE_LINK_SECONDS = 900;

/**
 * URLs of restored recordings that work for some minutes without other credentials, because players and links send
 * none.
 */
export class FileLinks extends SignedLinks {
  constructor(deps: SignedLinksDeps) {
    super(deps, {
      audience: 'restored-file',
      claim: 'job_id',
      link: 'file URL',
      target: 'job',
      renewal: 'GET /restore/{job_id} returns a new one',
    });
  }

  /** Returns the URL path of a job's recording, with a token for it alone. */
  async path(identity: Identity, jobId: string): Promise<string> {
    const { token } = await this.sign(identity, jobId, FILE_LINK_SECONDS);
    return `/restore/${jobId}/file?token=${token}`;
  }
}
