import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { ALGORITHM, ISSUER, importSigningKey, type SigningKey } from '../credentials/jwt.ts';
import { refusal } from '../errors/api-error.ts';
import type { Database } from '../storage/database.ts';
import { ensureSecret } from '../storage/secrets.ts';

/** Separate from the secret of the API's own JWTs, so that neither kind is ever accepted as the other. */
const SECRET_NAME = 'demo';
const AUDIENCE = 'parley-demo';
const TYPE = 'parley-demo+jwt';
/** Upper bound of the length of tokens issued here. */
const MAX_TOKEN_CHARS = 1024;

/**
 * Tokens that visitors of the demo use instead of an API key: a JWT (RFC 7519, HS256) with its own audience, type (RFC
 * 8725 section 3.11) and signing secret. It is valid for one network, of which it contains only a keyed hash.
 */
export class DemoTokens {
  readonly #key: SigningKey;
  readonly #secret: Uint8Array;
  readonly #now: () => number;

  private constructor(key: SigningKey, secret: Uint8Array, now: () => number) {
    this.#key = key;
    this.#secret = secret;
    this.#now = now;
  }

  /** @param now the clock, in milliseconds since the epoch */
  static async open(db: Database, now: () => number = Date.now): Promise<DemoTokens> {
    const secret = await ensureSecret(db, SECRET_NAME);
    return new DemoTokens(await importSigningKey(secret), secret, now);
  }

  /** @param network from `clientNetwork` */
  async issue(network: string, lifetimeSeconds: number): Promise<string> {
    const nowSeconds = Math.floor(this.#now() / 1000);
    return new SignJWT({ net: this.#hash(network) })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setJti(randomUUID())
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + lifetimeSeconds)
      .sign(this.#key);
  }

  /**
   * @returns the token's id
   * @throws ApiError 401 when it is missing, forged, expired, or issued for another network
   */
  async verify(token: string | undefined, network: string): Promise<string> {
    if (!token) throw refusal('demo_token_missing');
    if (token.length > MAX_TOKEN_CHARS) throw refusal('demo_token_invalid');
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['exp', 'jti', 'net'],
        currentDate: new Date(this.#now()),
      });
      const { jti, exp, net } = payload;
      if (jti === undefined || exp === undefined || typeof net !== 'string') throw new errors.JWTInvalid();
      if (!isEqual(net, this.#hash(network))) {
        throw refusal('demo_token_of_another_address');
      }
      return jti;
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw refusal('demo_token_expired');
      }
      if (error instanceof errors.JOSEError) throw refusal('demo_token_invalid');
      throw error;
    }
  }

  #hash(network: string): string {
    return createHmac('sha256', this.#secret).update(network).digest('base64url');
  }
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
