import { Type } from '@sinclair/typebox';
import { checkAddress } from '../../agent-worker/address-guard/address-rules.ts';
import type { AllowedHost } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { AgentError } from '../../agent-worker/errors.ts';
import type { Endpointing } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import { ANY_LANGUAGE, type LanguageChoice } from '../../agent-worker/languages/followed-languages.ts';
import { isLanguageTag, languageTag, primaryLanguage } from '../../engine/index.ts';
import {
  optionalProperties,
  readFields,
  textField,
  type Values,
  wholeNumberField,
} from '../http/declared-fields.ts';
import { type FieldReader, isObject } from '../http/fields.ts';
import { MAX_LANG_CODE_CHARS, MAX_VOICE_ID_CHARS } from '../limits/fields.ts';

export const MAX_URL_CHARS = 2048;
const MAX_ENDPOINTING_MS = 30_000;
const MAX_MCP_SERVERS = 8;
const MAX_LANGUAGES = 16;

const UNAVAILABLE_LANG = 'ar';

const DELAY = wholeNumberField({ min: 0, max: MAX_ENDPOINTING_MS });
const DELAYS = { min_delay_ms: DELAY, max_delay_ms: DELAY };
export const EndpointingSchema = Type.Object(optionalProperties(DELAYS));

const LANGUAGES_TEXT = textField({ maxChars: MAX_LANG_CODE_CHARS * MAX_LANGUAGES, isLine: true });
const LangSchema = Type.String({ maxLength: MAX_LANG_CODE_CHARS });
/** The language of an agent, several languages, or `auto`. */
const LanguagesSchema = Type.Union([LangSchema, Type.Array(LangSchema, { maxItems: MAX_LANGUAGES })], {
  description:
    "Not ar. Several, or `auto`: the agent begins in the first (`auto`: the voice's own) and goes on in the one that " +
    "its caller speaks. Default: the voice's own language, without a voice en",
});

/** Fields of an agent that a session may override. */
export const SHARED_FIELDS = {
  voice_id: textField(
    { maxChars: MAX_VOICE_ID_CHARS, isLine: true },
    { description: 'Default: the default voice of the language' },
  ),
  lang_code: { schema: LanguagesSchema, read: readLanguages },
  endpointing: {
    schema: Type.Union([DELAY.schema, EndpointingSchema], {
      description:
        'Silence that ends the caller’s turn: in milliseconds when they sound finished, or an object that also sets ' +
        'the longest wait when they do not',
    }),
    read: readEndpointing,
  },
  mcp_servers: {
    schema: Type.Array(Type.String({ format: 'uri', maxLength: MAX_URL_CHARS }), {
      maxItems: MAX_MCP_SERVERS,
      description: 'http(s) URLs of MCP servers whose tools the agent may use',
    }),
    read: readMcpServers,
  },
};

/** The values of these fields. In `endpointing`, undefined means unchanged. */
export type SharedFields = Values<typeof SHARED_FIELDS>;

/** Fills in values that were not requested from the previous ones. */
export function withEndpointing(asked: Partial<Endpointing> | undefined, before: Endpointing): Endpointing {
  const minDelayMs = asked?.minDelayMs ?? Math.min(before.minDelayMs, asked?.maxDelayMs ?? Infinity);
  return { minDelayMs, maxDelayMs: asked?.maxDelayMs ?? Math.max(before.maxDelayMs, minDelayMs) };
}

/** A code, an array of codes, codes separated by commas, or `auto`. */
function readLanguages(fields: FieldReader, name: string): LanguageChoice | undefined {
  const value = fields.value(name);
  const text = Array.isArray(value) ? undefined : LANGUAGES_TEXT.read(fields, name);
  if (text?.toLowerCase() === ANY_LANGUAGE) return ANY_LANGUAGE;
  const items: unknown[] | undefined = Array.isArray(value) ? value : text?.split(',');
  if (items === undefined) return undefined;
  if (items.length === 0) return fields.problem(name, 'agent_languages_missing');
  if (items.length > MAX_LANGUAGES) return fields.problem(name, 'too_many_languages', { max: MAX_LANGUAGES });
  const tags = items.filter((item) => typeof item === 'string').filter(isCode);
  if (tags.length < items.length) return fields.problem(name, 'agent_language_malformed');
  if (tags.some((tag) => primaryLanguage(tag) === UNAVAILABLE_LANG)) {
    return fields.problem(name, 'agent_language_unavailable');
  }
  // Two varieties of a language cannot be distinguished.
  const languages = tags.map(primaryLanguage);
  const different = tags.filter((_, i) => languages.indexOf(languages[i]!) === i);
  const [first = '', ...others] = different.map(languageTag);
  return others.length === 0 ? first : [first, ...others];
}

const isCode = (text: string): boolean => text.length <= MAX_LANG_CODE_CHARS && isLanguageTag(text);

/** A number of milliseconds, or `{min_delay_ms, max_delay_ms}`. */
function readEndpointing(fields: FieldReader, name: string): Partial<Endpointing> | undefined {
  if (!isObject(fields.value(name))) {
    const minDelayMs = DELAY.read(fields, name);
    return minDelayMs === undefined ? undefined : { minDelayMs };
  }
  const delays = fields.object(name);
  if (delays === undefined) return undefined;
  delays.refuseOthers(Object.keys(DELAYS));
  const { min_delay_ms: minDelayMs, max_delay_ms: maxDelayMs } = readFields(delays, DELAYS);
  if (minDelayMs !== undefined && maxDelayMs !== undefined && minDelayMs > maxDelayMs) {
    return delays.problem('max_delay_ms', 'delays_reversed');
  }
  return {
    ...(minDelayMs !== undefined && { minDelayMs }),
    ...(maxDelayMs !== undefined && { maxDelayMs }),
  };
}

/** Reads an array of URLs, or a comma-separated list of URLs. */
function readMcpServers(fields: FieldReader, name: string): readonly string[] | undefined {
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
  if (items.length > MAX_MCP_SERVERS) {
    return fields.problem(name, 'too_many_servers', { max: MAX_MCP_SERVERS });
  }
  return different;
}

/**
 * Reports MCP servers that no agent may connect to.
 * @param allowHosts hosts with private addresses that it may use
 */
export function checkServers(
  fields: FieldReader,
  servers: readonly string[],
  allowHosts: readonly AllowedHost[],
): void {
  for (const server of servers) {
    try {
      checkAddress(server, allowHosts);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      fields.problem('mcp_servers', 'url_refused', { reason: error.message });
      return;
    }
  }
}

const isNotBlank = (text: string): boolean => text.trim() !== '';

function webUrl(text: string): string | undefined {
  if (text.length > MAX_URL_CHARS || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username + password === '' ? href : undefined;
}
