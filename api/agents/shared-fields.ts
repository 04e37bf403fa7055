import type { Endpointing } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import { primaryLanguage } from '../../engine/index.ts';
import { type FieldReader, isObject } from '../http/fields.ts';
import { MAX_LANG_CODE_CHARS, MAX_VOICE_ID_CHARS } from '../limits/fields.ts';

/** Fields that an agent is made with and that a session may ask for otherwise. */
export interface SharedFields {
  readonly voiceId: string | undefined;
  readonly langCode: string | undefined;
  /** What is undefined in it is as it was. */
  readonly endpointing: Partial<Endpointing> | undefined;
  readonly mcpServers: readonly string[] | undefined;
}

export const SHARED_FIELDS = ['voice_id', 'lang_code', 'endpointing', 'mcp_servers'] as const;

export const MAX_ENDPOINTING_MS = 30_000;
export const MAX_MCP_SERVERS = 8;
export const MAX_URL_CHARS = 2048;

const DELAYS = { min: 0, max: MAX_ENDPOINTING_MS };
/** Codes like "en", "en-gb", "pt_BR", "yue" (BCP 47, loosely). */
const LANG_CODE = /^[a-z]{2,3}([-_][a-z0-9]{1,8})*$/i;
const UNAVAILABLE_LANG = 'ar';

export function readShared(fields: FieldReader): SharedFields {
  return {
    voiceId: fields.text('voice_id', { maxChars: MAX_VOICE_ID_CHARS, isLine: true }),
    langCode: readLang(fields),
    endpointing: readEndpointing(fields),
    mcpServers: readMcpServers(fields),
  };
}

/** Fills what was not asked for from what there was. */
export function withEndpointing(asked: Partial<Endpointing> | undefined, before: Endpointing): Endpointing {
  const minDelayMs = asked?.minDelayMs ?? Math.min(before.minDelayMs, asked?.maxDelayMs ?? Infinity);
  return { minDelayMs, maxDelayMs: asked?.maxDelayMs ?? Math.max(before.maxDelayMs, minDelayMs) };
}

function readLang(fields: FieldReader): string | undefined {
  const name = 'lang_code';
  const code = fields.text(name, { maxChars: MAX_LANG_CODE_CHARS, isLine: true });
  if (code === undefined) return undefined;
  if (!LANG_CODE.test(code)) {
    return fields.problem(name, 'agent_language_malformed');
  }
  if (primaryLanguage(code) === UNAVAILABLE_LANG) {
    return fields.problem(name, 'agent_language_unavailable');
  }
  return code;
}

/** A number of milliseconds, or `{min_delay_ms, max_delay_ms}`. */
function readEndpointing(fields: FieldReader): Partial<Endpointing> | undefined {
  const name = 'endpointing';
  if (!isObject(fields.value(name))) {
    const minDelayMs = fields.whole(name, DELAYS);
    return minDelayMs === undefined ? undefined : { minDelayMs };
  }
  const delays = fields.object(name);
  if (delays === undefined) return undefined;
  delays.refuseOthers(['min_delay_ms', 'max_delay_ms']);
  const minDelayMs = delays.whole('min_delay_ms', DELAYS);
  const maxDelayMs = delays.whole('max_delay_ms', DELAYS);
  if (minDelayMs !== undefined && maxDelayMs !== undefined && minDelayMs > maxDelayMs) {
    return delays.problem('max_delay_ms', 'delays_reversed');
  }
  return {
    ...(minDelayMs !== undefined && { minDelayMs }),
    ...(maxDelayMs !== undefined && { maxDelayMs }),
  };
}

/** An array of URLs, or URLs with commas between them. */
function readMcpServers(fields: FieldReader): readonly string[] | undefined {
  const name = 'mcp_servers';
  const value = fields.value(name);
  if (value === undefined) return undefined;
  const items: unknown[] | null =
    typeof value === 'string' ? value.split(',').filter(isNotBlank) : Array.isArray(value) ? value : null;
  if (items === null) return fields.problem(name, 'url_list_expected');
  const urls = items.map((item) => (typeof item === 'string' ? webUrl(item) : undefined));
  const known = urls.filter((url) => url !== undefined);
  if (known.length < urls.length) {
    return fields.problem(name, 'server_url_malformed', { max: MAX_URL_CHARS });
  }
  const different = [...new Set(known)];
  if (different.length > MAX_MCP_SERVERS) {
    return fields.problem(name, 'too_many_servers', { max: MAX_MCP_SERVERS });
  }
  return different;
}

const isNotBlank = (text: string): boolean => text.trim() !== '';

function webUrl(text: string): string | undefined {
  if (text.length > MAX_URL_CHARS || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username + password === '' ? href : undefined;
}
