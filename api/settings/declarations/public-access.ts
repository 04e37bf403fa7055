import { setting } from '../declaration.ts';
import { addressList, boolean, httpUrl, idList, token, wholeNumber } from '../kinds.ts';
import { isLoopback } from '../loopback.ts';

/** Access without credentials, and the proxies that are trusted to report addresses of callers. */
export const PUBLIC_ACCESS_SETTINGS = {
  publicUrl: setting(
    'PUBLIC_URL',
    httpUrl,
    (): string | null => null,
    'Address at which clients reach this server, such as `https://speech.example.com`, for links in its answers. ' +
      'Needed behind a reverse proxy that does not pass the original `Host` on, or that ends TLS.',
    { fallbackText: 'the address that each request asked for' },
  ),
  metricsOpen: setting(
    'METRICS_OPEN',
    boolean,
    // Depends on the listening address and not on the caller's, because behind a reverse proxy every caller appears
    // local.
    (env) => isLoopback(env.HOST ?? '127.0.0.1'),
    'Whether `GET /metrics` answers without credentials. Set it to false behind a reverse proxy on this machine.',
    { fallbackText: '`true` when `HOST` is a loopback address, otherwise `false`' },
  ),
  demoOpen: setting(
    'DEMO_OPEN',
    boolean,
    false,
    'Allows everybody to use `/demo/` without a challenge. Only if `HOST` is a loopback address, and not behind a ' +
      'reverse proxy.',
  ),
  demoSiteKey: setting(
    'DEMO_SITE_KEY',
    token,
    (): string | null => null,
    'Public key of the challenge that a demo page shows to its visitors. Together with `DEMO_SECRET_KEY` and ' +
      '`DEMO_VERIFY_URL` it enables the demo.',
    { fallbackText: 'none: the demo is off' },
  ),
  demoSecretKey: setting(
    'DEMO_SECRET_KEY',
    token,
    (): string | null => null,
    'Secret that belongs to `DEMO_SITE_KEY`.',
    { secret: true },
  ),
  demoVerifyUrl: setting(
    'DEMO_VERIFY_URL',
    httpUrl,
    (): string | null => null,
    'Endpoint that verifies answers to the challenge (`siteverify`), as provided by Turnstile, hCaptcha and ' +
      'reCAPTCHA.',
  ),
  demoVerifyTimeoutMs: setting(
    'DEMO_VERIFY_TIMEOUT_MS',
    wholeNumber(100, 60_000),
    5000,
    'Time limit for the answer of `DEMO_VERIFY_URL`.',
  ),
  demoVoices: setting(
    'DEMO_VOICES',
    idList,
    (): readonly string[] => [],
    'Ids of the built-in voices offered in the demo.',
    { fallbackText: 'all built-in voices' },
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    addressList,
    (): readonly string[] => [],
    'Reverse proxies whose `X-Forwarded-For` is trusted, so that limits per address apply to the visitors and not ' +
      'to the proxy.',
    { fallbackText: 'none: the address is that of the connection' },
  ),
} as const;
