import { setting } from '../declaration.ts';
import { apiKey, host, wholeNumber } from '../kinds.ts';

/** The port for clients of the Wyoming protocol, such as Home Assistant. */
export const WYOMING_SETTINGS = {
  wyomingPort: setting(
    'WYOMING_PORT',
    wholeNumber(0, 65535),
    (): number | null => null,
    'Port for clients of the [Wyoming protocol](wyoming.md), such as Home Assistant; 10200 is usual, 0 picks a free one.',
    { fallbackText: 'none: such clients are not served' },
  ),
  wyomingHost: setting(
    'WYOMING_HOST',
    host,
    '127.0.0.1',
    'Address on which `WYOMING_PORT` listens. Anybody who reaches the port may use it.',
  ),
  wyomingApiKey: setting(
    'WYOMING_API_KEY',
    apiKey,
    (env): string | null => env.BOOTSTRAP_API_KEY ?? null,
    'API key on whose behalf everybody at `WYOMING_PORT` is served. Without it ' +
      '`BOOTSTRAP_API_KEY` counts.',
    { secret: true },
  ),
};
