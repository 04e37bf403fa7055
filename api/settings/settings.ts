import { contradictions } from './contradictions.ts';
import type { Environment, SettingDeclaration } from './declaration.ts';
import { AGENT_SETTINGS } from './declarations/agents.ts';
import { LIMIT_SETTINGS } from './declarations/limits.ts';
import { MODEL_SETTINGS } from './declarations/models.ts';
import { PUBLIC_ACCESS_SETTINGS } from './declarations/public-access.ts';
import { QUOTA_SETTINGS } from './declarations/quotas.ts';
import { SERVER_SETTINGS } from './declarations/server.ts';
import { WYOMING_SETTINGS } from './declarations/wyoming.ts';
import { withSecretFiles } from './secret-files.ts';

/** Every setting of the server, declared once, in the order of `docs/settings.md`. */
export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...WYOMING_SETTINGS,
  ...MODEL_SETTINGS,
  ...AGENT_SETTINGS,
  ...LIMIT_SETTINGS,
  ...QUOTA_SETTINGS,
  ...PUBLIC_ACCESS_SETTINGS,
} as const;

/** Validated settings, typed by their declarations. Paths are absolute, times in milliseconds. */
export type Settings = {
  readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['fallback']>;
};

/** Thrown by `loadSettings` with every problem found, each naming its variable. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * Reads and validates all settings. An empty variable counts as unset (compose files pass empty ones on). A secret may
 * also be in a file, see `withSecretFiles`.
 * @throws SettingsError naming every invalid variable, without secrets
 */
export function loadSettings(environment: Environment = process.env): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const declarations: Record<string, SettingDeclaration> = SETTINGS;
  const secrets = Object.values(declarations).flatMap(({ name, secret }) => (secret ? [name] : []));
  const env = withSecretFiles(withoutEmpty(environment), secrets, problems);
  for (const [key, { name, kind, fallback, secret }] of Object.entries(declarations)) {
    const text = env[name];
    if (text === undefined) {
      values[key] = fallback(env);
      continue;
    }
    const value = kind.parse(text);
    if (value === undefined) {
      problems.push(`${name} must be ${kind.expected}${secret ? '' : `, not ${JSON.stringify(text)}`}`);
    }
    values[key] = value;
  }
  const settings = values as Settings;
  problems.push(...contradictions(settings, env));
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function withoutEmpty(environment: Environment): Environment {
  const entries = Object.entries(environment).map(([name, text]) => [name, text?.trim()] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined && text !== ''));
}
