import type { webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { refusal } from '../errors/api-error.ts';

/** Of every token that this server signs (RFC 7519, HS256). */
export const ALGORITHM = 'HS256';
export const ISSUER = 'parley';

/** What a token says. It is bound to the API key it was exchanged for and dies with it. */
export interface TokenClaims {
  readonly ownerId: string;
  readonly keyId: string;
  readonly expiresAtMs: number;
}

export type SigningKey = webcrypto.CryptoKey;

/** Prepares a secret once; given the bare bytes, every check would do it again (measured: 147 us a check, 117 so). */
export async function importSigningKey(secret: Uint8Array): Promise<SigningKey> {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** Signs a token (RFC 7519, HS256) that expires at a given moment, in whole seconds rounded down. */
export async function signToken(key: SigningKey, claims: TokenClaims, nowMs: number): Promise<string> {
  return new SignJWT({ key_id: claims.keyId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(claims.ownerId)
    .setIssuedAt(Math.floor(nowMs / 1000))
    .setExpirationTime(Math.floor(claims.expiresAtMs / 1000))
    .sign(key);
}

/**
 * Checks signature, issuer and expiry. The key it is bound to is not looked at here.
 * @throws ApiError 401
 */
export async function verifyToken(key: SigningKey, token: string, nowMs: number): Promise<TokenClaims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['sub', 'exp', 'key_id'],
      currentDate: new Date(nowMs),
    });
    const { sub, exp, key_id: keyId } = payload;
    if (sub === undefined || exp === undefined || typeof keyId !== 'string') throw new errors.JWTInvalid();
    return { ownerId: sub, keyId, expiresAtMs: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refusal('jwt_expired');
    if (error instanceof errors.JOSEError) throw refusal('jwt_invalid');
    throw error;
  }
}
