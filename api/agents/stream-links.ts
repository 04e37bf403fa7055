import { errors, jwtVerify, SignJWT } from 'jose';
import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import { importSigningKey, type SigningKey } from '../credentials/jwt.ts';
import { unauthorized } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { ensureSecret } from '../storage/secrets.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'parley';
const AUDIENCE = 'media-stream';
/** A secret of its own: no other token of this server is good for a stream, and this one for nothing else. */
const SECRET_NAME = 'media-stream';

export const DEFAULT_LINK_SECONDS = 600;
export const MIN_LINK_SECONDS = 60;
export const MAX_LINK_SECONDS = 86_400;

export interface StreamLinksDeps {
  readonly db: Database;
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Who may open a telephone stream with an agent, written into its address: telephone services send no headers. */
export class StreamLinks {
  readonly #deps: StreamLinksDeps;
  readonly #now: () => number;
  #key: Promise<SigningKey> | null = null;

  constructor(deps: StreamLinksDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /**
   * A token (RFC 7519, HS256) for one agent, bound to the caller's key. It expires no later than the caller's own JWT.
   * @param lifetimeSeconds 60 to 86400
   */
  async sign(
    identity: Identity,
    agentId: string,
    lifetimeSeconds: number,
  ): Promise<{ token: string; expiresInSeconds: number }> {
    const nowMs = this.#now();
    const { ownerId, keyId, expiresAtMs } = identity;
    const leftMs = expiresAtMs === null ? Number.POSITIVE_INFINITY : expiresAtMs - nowMs;
    const expiresInSeconds = Math.max(1, Math.floor(Math.min(lifetimeSeconds, leftMs / 1000)));
    const claims = { key_id: keyId, agent_id: agentId, until: expiresAtMs };
    const issuedAt = Math.floor(nowMs / 1000);
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(ownerId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + expiresInSeconds)
      .sign(await this.#signingKey());
    return { token, expiresInSeconds };
  }

  /**
   * On whose behalf a stream with this agent is opened. What expires is the link: a conversation begun in time may go on,
   * until `expiresAtMs` where a JWT stood behind it.
   * @throws ApiError 401
   */
  async verify(token: string, agentId: string): Promise<Identity> {
    const identity = await this.#read(token, agentId);
    if (!(await this.#deps.authenticator.isStillValid(identity))) {
      throw unauthorized('The credentials that the stream URL was made with are revoked or have expired');
    }
    return identity;
  }

  async #read(token: string, agentId: string): Promise<Identity> {
    try {
      const { payload } = await jwtVerify(token, await this.#signingKey(), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'exp', 'key_id', 'agent_id'],
        currentDate: new Date(this.#now()),
      });
      const { sub, key_id: keyId, agent_id: forAgent, until } = payload;
      if (sub === undefined || typeof keyId !== 'string') throw new errors.JWTInvalid();
      if (forAgent !== agentId) throw unauthorized('The stream URL was made for another agent');
      return { ownerId: sub, keyId, expiresAtMs: typeof until === 'number' ? until : null };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthorized('The stream URL has expired');
      if (error instanceof errors.JOSEError) throw unauthorized('The token of the stream URL is invalid');
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
