import type { CredentialInput } from './read-credentials.ts';

/** Returns the credential that counts as it was sent, well-formed or not; null when there is none. */
export function presentedText({
  xApiKey,
  authorization,
  apiKeyQuery,
  jwtQuery,
}: CredentialInput): string | null {
  const given = [xApiKey, authorization, apiKeyQuery, jwtQuery].map((value) => value?.trim());
  return given.find((value) => value) ?? null;
}
