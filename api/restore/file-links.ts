import { errors, jwtVerify, SignJWT } from 'jose';
import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import { importSigningKey, type SigningKey } from '../credentials/jwt.ts';
import { unauthorized } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { ensureSecret } from '../storage/secrets.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'parley';
const AUDIENCE = 'restored-file';
/** A secret of its own: no other token of this server is good for a file, and this one for nothing else. */
const SECRET_NAME = 'restored-file';

/** Long enough to click on and to download. */
export const FILE_LINK_SECONDS = 900;

export interface FileLinksDeps {
  readonly db: Database;
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Addresses of restored recordings that work without other credentials for some minutes: players and links send none. */
export class FileLinks {
  readonly #deps: FileLinksDeps;
  readonly #now: () => number;
  #key: Promise<SigningKey> | null = null;

  constructor(deps: FileLinksDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /**
   * The address of a job's recording, a path with a token (RFC 7519, HS256) for it alone. It expires no later than the
   * caller's own JWT, and with the caller's key.
   */
  async sign({ ownerId, keyId, expiresAtMs }: Identity, jobId: string): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000);
    const latest = expiresAtMs === null ? Number.POSITIVE_INFINITY : Math.floor(expiresAtMs / 1000);
    const token = await new SignJWT({ key_id: keyId, job_id: jobId, until: expiresAtMs })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(ownerId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(Math.max(issuedAt + 1, Math.min(issuedAt + FILE_LINK_SECONDS, latest)))
      .sign(await this.#signingKey());
    return `/restore/${jobId}/file?token=${token}`;
  }

  /** On whose behalf the recording of a job is asked for. @throws ApiError 401 */
  async verify(token: string, jobId: string): Promise<Identity> {
    const identity = await this.#read(token, jobId);
    if (!(await this.#deps.authenticator.isStillValid(identity))) {
      throw unauthorized('The credentials that the file URL was made with are revoked or have expired');
    }
    return identity;
  }

  async #read(token: string, jobId: string): Promise<Identity> {
    try {
      const { payload } = await jwtVerify(token, await this.#signingKey(), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'exp', 'key_id', 'job_id'],
        currentDate: new Date(this.#now()),
      });
      const { sub, key_id: keyId, job_id: forJob, until } = payload;
      if (sub === undefined || typeof keyId !== 'string') throw new errors.JWTInvalid();
      if (forJob !== jobId) throw unauthorized('The file URL was made for another job');
      return { ownerId: sub, keyId, expiresAtMs: typeof until === 'number' ? until : null };
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw unauthorized('The file URL has expired; GET /restore/{job_id} gives a new one');
      }
      if (error instanceof errors.JOSEError) throw unauthorized('The token of the file URL is invalid');
      throw error;
    }
  }

  #signingKey(): Promise<SigningKey> {
    this.#key ??= ensureSecret(this.#deps.db, SECRET_NAME)
      .then(importSigningKey)
      .catch((error: unknown) => {
        this.#key = null;
        throw error;
      });
    return this.#key;
  }
}
