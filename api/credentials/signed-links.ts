import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { refusal } from '../errors/api-error.ts';
import type { Database } from '../storage/database.ts';
import { ensureSecret } from '../storage/secrets.ts';
import { returnLink, useLink } from '../storage/used-links.ts';
import type { Authenticator, Identity } from './authenticator.ts';
import { ALGORITHM, ISSUER, importSigningKey, type SigningKey } from './jwt.ts';

/** One kind of link. */
export interface LinkKind {
  /** Also the name of their secret, so that links and other tokens of this server are never valid for each other. */
  readonly audience: string;
  /** The claim that identifies the target. */
  readonly claim: string;
  /** The kind of link in messages, such as "file URL" or "job". */
  readonly link: string;
  readonly target: string;
  /** How to get a new link, for messages; absent when there is no way. */
  readonly renewal?: string;
}

export interface SignedLinksDeps {
  readonly db: Database;
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

type Variables = Readonly<Record<string, string>>;

interface OpenLink {
  readonly identity: Identity;
  readonly target: string;
  /** Null for a link that may be used until it expires. */
  readonly id: string | null;
  readonly expiresAtMs: number;
  readonly variables: Variables;
}

/** Tokens in URLs, for clients that cannot send headers. */
export class SignedLinks {
  readonly #deps: SignedLinksDeps;
  readonly #kind: LinkKind;
  readonly #now: () => number;
  #key: Promise<SigningKey> | null = null;

  constructor(deps: SignedLinksDeps, kind: LinkKind) {
    this.#deps = deps;
    this.#kind = kind;
    this.#now = deps.now ?? Date.now;
  }

  /**
   * Signs a token (RFC 7519, HS256) for one target, bound to the caller's key. It expires no later than the caller's
   * own JWT.
   * @param lifetimeSeconds at least 1
   * @param once whether `use` accepts it only once; it then has an id (`jti`)
   * @param variables values stored in the link; anyone who has the link can read them
   */
  async sign(
    { ownerId, keyId, expiresAtMs }: Identity,
    target: string,
    lifetimeSeconds: number,
    once = false,
    variables?: Variables,
  ): Promise<{ token: string; expiresInSeconds: number }> {
    const nowMs = this.#now();
    const leftMs = expiresAtMs === null ? Number.POSITIVE_INFINITY : expiresAtMs - nowMs;
    const expiresInSeconds = Math.max(1, Math.floor(Math.min(lifetimeSeconds, leftMs / 1000)));
    const issuedAt = Math.floor(nowMs / 1000);
    const claims = {
      key_id: keyId,
      [this.#kind.claim]: target,
      until: expiresAtMs,
      ...(variables && { variables }),
    };
    const token = await new SignJWT(once ? { ...claims, jti: randomUUID() } : claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(this.#kind.audience)
      .setSubject(ownerId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + expiresInSeconds)
      .sign(await this.#signingKey());
    return { token, expiresInSeconds };
  }

  /**
   * Returns the identity that a link was issued for. Only the link expires: what was started in time may continue,
   * until `expiresAtMs` if the link was issued for a JWT.
   * @throws ApiError 401
   */
  async verify(token: string, target: string): Promise<Identity> {
    const { identity } = await this.#read(token, target);
    if (!(await this.#deps.authenticator.isStillValid(identity))) {
      throw refusal('link_credentials_gone', { values: { link: this.#kind.link } });
    }
    return identity;
  }

  /**
   * Returns identity and target of a link whose target is known only from the link, and the texts that it carries.
   * @throws ApiError 401
   */
  async open(token: string): Promise<{ identity: Identity; target: string; variables: Variables }> {
    const { target, variables } = await this.#read(token);
    return { identity: await this.verify(token, target), target, variables };
  }

  /** The texts that a verified link carries. @throws ApiError 401 */
  async variables(token: string, target: string): Promise<Variables> {
    return (await this.#read(token, target)).variables;
  }

  /**
   * Marks a verified link as used, if it is for one use. Call it last, when nothing else can refuse the request.
   * @returns a function that undoes this, for a use that failed after all
   * @throws ApiError 401 when it has been used, in any process
   */
  async use(token: string, target: string): Promise<() => Promise<void>> {
    const { db } = this.#deps;
    const { id, expiresAtMs } = await this.#read(token, target);
    if (id === null) return async () => undefined;
    if (!(await useLink(db, id, { nowMs: this.#now(), expiresAtMs }))) {
      throw refusal('link_used', { values: { link: this.#kind.link } });
    }
    return () => returnLink(db, id);
  }

  /**
   * Verifies a link.
   * @param target undefined for any
   */
  async #read(token: string, target?: string): Promise<OpenLink> {
    const { audience, claim, link, target: what, renewal = null } = this.#kind;
    try {
      const { payload } = await jwtVerify(token, await this.#signingKey(), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        requiredClaims: ['sub', 'exp', 'key_id', claim],
        currentDate: new Date(this.#now()),
      });
      const { sub, exp, jti = null, key_id: keyId, [claim]: forTarget, until, variables } = payload;
      if (sub === undefined || exp === undefined || typeof keyId !== 'string') throw new errors.JWTInvalid();
      if (typeof forTarget !== 'string') throw new errors.JWTInvalid();
      if (target !== undefined && forTarget !== target) {
        throw refusal('link_for_another_target', { values: { link, target: what } });
      }
      const identity = { ownerId: sub, keyId, expiresAtMs: typeof until === 'number' ? until : null };
      return {
        identity,
        target: forTarget,
        id: jti,
        expiresAtMs: exp * 1000,
        variables: (variables ?? {}) as Variables,
      };
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw refusal('link_expired', { values: { link, renewal } });
      }
      if (error instanceof errors.JOSEError) throw refusal('link_invalid', { values: { link } });
      throw error;
    }
  }

  #signingKey(): Promise<SigningKey> {
    this.#key ??= ensureSecret(this.#deps.db, this.#kind.audience)
      .then(importSigningKey)
      .catch((error: unknown) => {
        this.#key = null;
        throw error;
      });
    return this.#key;
  }
}
