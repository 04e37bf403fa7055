import type { Environment } from './declaration.ts';
import { isLoopback } from './loopback.ts';

/** The settings that may contradict each other. */
interface Related {
  readonly role: string;
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number;
  readonly tlsCert: string | null;
  readonly demoOpen: boolean;
  readonly trustedProxies: readonly string[];
}

/** Finds values that are valid on their own but not together. */
export function contradictions(settings: Related, env: Environment): string[] {
  const problems: string[] = [];
  if (env.TLS_CERT && !env.TLS_KEY)
    problems.push('TLS_CERT needs TLS_KEY, the private key that belongs to it');
  if (env.TLS_KEY && !env.TLS_CERT)
    problems.push('TLS_KEY needs TLS_CERT, the certificate that belongs to it');
  const room = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'] as const;
  const [given] = room.filter((name) => env[name]);
  const missing = room.filter((name) => !env[name]);
  if (given && missing.length > 0) problems.push(`${given} needs ${missing.join(' and ')}, too`);
  if (env.LIVEKIT_PUBLIC_URL && !env.LIVEKIT_URL) {
    problems.push('LIVEKIT_PUBLIC_URL needs LIVEKIT_URL, the address at which this server reaches LiveKit');
  }
  if (settings.role === 'agent' && !env.LIVEKIT_URL) {
    problems.push(
      'ROLE=agent needs LIVEKIT_URL: it holds conversations in LiveKit rooms and does nothing else',
    );
  }
  if (env.WYOMING_PORT && !env.WYOMING_API_KEY && !env.BOOTSTRAP_API_KEY) {
    problems.push('WYOMING_PORT needs WYOMING_API_KEY, the key on whose behalf its clients are served');
  }
  if (env.LLM_BASE_URL && !env.LLM_MODEL) {
    problems.push('LLM_BASE_URL needs LLM_MODEL, the model to request from it');
  }
  if (env.TWILIO_ACCOUNT_SID && !env.TWILIO_AUTH_TOKEN) {
    problems.push('TWILIO_ACCOUNT_SID needs TWILIO_AUTH_TOKEN, too');
  }
  if (env.TWILIO_AUTH_TOKEN && !env.TWILIO_ACCOUNT_SID) {
    problems.push('TWILIO_AUTH_TOKEN needs TWILIO_ACCOUNT_SID, too');
  }
  if (env.S3_ACCESS_KEY_ID && !env.S3_SECRET_ACCESS_KEY) {
    problems.push('S3_ACCESS_KEY_ID needs S3_SECRET_ACCESS_KEY, too');
  }
  if (env.S3_SECRET_ACCESS_KEY && !env.S3_ACCESS_KEY_ID) {
    problems.push('S3_SECRET_ACCESS_KEY needs S3_ACCESS_KEY_ID, too');
  }
  const ofBucket = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID'].find((name) => env[name]);
  if (ofBucket && !env.S3_BUCKET) problems.push(`${ofBucket} needs S3_BUCKET, the bucket for recordings`);
  problems.push(...demoContradictions(settings, env));
  if (settings.tlsCert && settings.tlsPort !== 0 && settings.tlsPort === settings.port) {
    problems.push(`TLS_PORT must differ from PORT, both are ${settings.port}`);
  }
  return problems;
}

function demoContradictions({ demoOpen, host, trustedProxies }: Related, env: Environment): string[] {
  const problems: string[] = [];
  const challenge = ['DEMO_SITE_KEY', 'DEMO_SECRET_KEY', 'DEMO_VERIFY_URL'] as const;
  const [given] = challenge.filter((name) => env[name]);
  const missing = challenge.filter((name) => !env[name]);
  if (given && missing.length > 0) problems.push(`${given} needs ${missing.join(' and ')}, too`);
  if (!demoOpen) return problems;
  if (given) problems.push(`DEMO_OPEN lets everybody in without a challenge: leave it out, or ${given}`);
  if (!isLoopback(host)) {
    problems.push(
      'DEMO_OPEN needs a loopback HOST such as 127.0.0.1: on any other, strangers could use up the server. ' +
        `For a demo that others can reach, set ${challenge.join(', ')} instead`,
    );
  }
  if (trustedProxies.length > 0) {
    problems.push(
      'DEMO_OPEN is for this machine alone: leave it out where TRUSTED_PROXIES bring visitors in',
    );
  }
  return problems;
}
