import { CREDENTIAL_REFUSALS } from './refusals/credentials.ts';
import { LIMIT_REFUSALS } from './refusals/limits.ts';
import { REQUEST_REFUSALS } from './refusals/requests.ts';
import { SERVER_REFUSALS } from './refusals/server.ts';
import { WYOMING_REFUSALS } from './refusals/wyoming.ts';

/**
 * Every reason to reject a whole request, by its kind. Clients match some of these texts, such as that of
 * `voice_name_taken`.
 */
export const REFUSALS = {
  ...CREDENTIAL_REFUSALS,
  ...REQUEST_REFUSALS,
  ...LIMIT_REFUSALS,
  ...SERVER_REFUSALS,
  ...WYOMING_REFUSALS,
} as const;
