import type { CredentialInput } from './read-credentials.ts';

/** The credential that counts, as it was sent and whether it is well-formed or not; null when there is none. */
export function presentedText({
  xApiKey,
  authorization,
  apiKeyQuery,
  jwtQuery,
}: CredentialInput): string | null {
  const given = [xApiKey, authorization, apiKeyQuery, jwtQuery].map((value) => value?.trim());
  return given.find((value) => value) ?? null;
}
