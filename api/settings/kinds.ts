import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type AllowedHost, parseAllowHosts } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { type DefaultVoices, languageTag } from '../../engine/index.ts';
import { wantedModels } from '../../engine/setup.ts';

/**
 * The type of a setting: how its text is parsed, and what is expected, worded for "PORT must be <expected>, not ...".
 * `parse` returns undefined for a text that is not of this type.
 */
export interface SettingKind<T> {
  readonly expected: string;
  parse(text: string): T | undefined;
}

/** A whole decimal number within inclusive bounds. */
export function wholeNumber(min: number, max: number): SettingKind<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse(text) {
      if (!/^\d{1,15}$/.test(text)) return undefined;
      const value = Number(text);
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export const boolean: SettingKind<boolean> = {
  expected: 'true or false',
  parse(text) {
    const value = text.toLowerCase();
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    return undefined;
  },
};

export function oneOf<const T extends string>(values: readonly T[]): SettingKind<T> {
  return {
    expected: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text.toLowerCase()),
  };
}

/** A host name or address to listen on. */
export const host: SettingKind<string> = {
  expected: 'a host name or IP address',
  parse(text) {
    if (isIP(text) !== 0) return text;
    // A dotted number that is not an address is a typing error, not a name.
    if (/^[\d.]+$/.test(text)) return undefined;
    return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && text.length <= 253 ? text : undefined;
  },
};

/** A folder, made absolute; it need not exist yet. */
export const folder: SettingKind<string> = {
  expected: 'the path of a folder',
  parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
};

/** A file that can be read now, made absolute. */
export const readableFile: SettingKind<string> = {
  expected: 'the path of a readable file',
  parse(text) {
    try {
      const path = resolve(text);
      accessSync(path, constants.R_OK);
      return path;
    } catch {
      return undefined;
    }
  },
};

/** A credential chosen by the operator. Spaces, commas and quotes would be changed in headers and queries. */
export const apiKey: SettingKind<string> = {
  expected: '16 to 200 letters, digits and - _ . ~',
  parse: (text) => (/^[A-Za-z0-9._~-]{16,200}$/.test(text) ? text : undefined),
};

/** A connection URI as accepted by PostgreSQL's own programs (section "Connection Strings" of the libpq manual). */
export const postgresUrl: SettingKind<string> = {
  expected: 'a URL such as postgres://user:password@host:5432/name',
  parse(text) {
    // `user@/name?host=/folder` is a socket, which the URL standard cannot express.
    const isUrl = /^postgres(ql)?:\/\//i.test(text) && URL.canParse(text.replace('@/', '@localhost/'));
    return isUrl ? text : undefined;
  },
};

/** A connection URI of Redis or Valkey, as in the IANA registry of URI schemes. */
export const redisUrl: SettingKind<string> = {
  expected: 'a URL such as redis://user:password@host:6379/0, or rediss:// for TLS',
  parse: (text) => (/^rediss?:\/\/[^/]/i.test(text) && URL.canParse(text) ? text : undefined),
};

/** Base URL of another service's API, without a trailing slash. Credentials have settings of their own. */
export const httpUrl: SettingKind<string> = {
  expected: 'an http:// or https:// address without user name, query or fragment',
  parse(text) {
    if (!URL.canParse(text)) return undefined;
    const { protocol, username, password, search, hash, href } = new URL(text);
    const isWeb = protocol === 'http:' || protocol === 'https:';
    return isWeb && username + password + search + hash === '' ? href.replace(/\/+$/, '') : undefined;
  },
};

/** URL of a LiveKit server: WebSocket and HTTP schemes are equivalent. Without a trailing slash. */
export const roomServerUrl: SettingKind<string> = {
  expected: 'a ws://, wss://, http:// or https:// address without user name, query or fragment',
  parse(text) {
    const scheme = /^(ws|http)s?:/i.exec(text)?.[0];
    if (scheme === undefined) return undefined;
    const asWeb = httpUrl.parse(text.replace(/^ws/i, 'http'));
    return asWeb?.replace(/^https?:/, scheme.toLowerCase());
  },
};

/** A name that is compared exactly and appears in logs and labels. */
export const plainName: SettingKind<string> = {
  expected: '1 to 64 letters, digits and - _ .',
  parse: (text) => (/^[A-Za-z0-9._-]{1,64}$/.test(text) ? text : undefined),
};

/** Hosts, each with an optional port. */
export const hostList: SettingKind<readonly AllowedHost[]> = {
  expected: 'a comma-separated list of hosts such as tools.example.org, 10.0.0.5:8080 or [::1]:8080',
  parse(text) {
    try {
      return parseAllowHosts(text);
    } catch {
      return undefined;
    }
  },
};

/** Host names, each with an optional port, or `*` for all. */
export const hostNames: SettingKind<readonly AllowedHost[] | '*'> = {
  expected: '* or a comma-separated list of hosts such as speech.example.org or 192.168.1.5:8000',
  parse: (text) => (text === '*' ? '*' : hostList.parse(text)),
};

const TRANSFER_NUMBER = /^(\+\d{1,15}|sips?:[\w.~+-]+@[\w.-]+(:\d{1,5})?)$/i;

/** Prefixes of telephone numbers, and SIP addresses. */
export const transferNumbers: SettingKind<readonly string[]> = {
  expected: 'a comma-separated list such as +4930,+43,sip:reception@pbx.example.org',
  parse(text) {
    const list = listOf(text);
    return list.every((entry) => TRANSFER_NUMBER.test(entry)) ? list : undefined;
  },
};

export const callNumber: SettingKind<string> = {
  expected: 'a telephone number such as +4930123456',
  parse: (text) => (/^\+[1-9]\d{4,14}$/.test(text) ? text : undefined),
};

export const twilioSid: SettingKind<string> = {
  expected: 'AC and 32 hexadecimal digits',
  parse: (text) => (/^AC[0-9a-f]{32}$/.test(text) ? text : undefined),
};

/** A key or a name issued by another service: anything allowed in a header. */
export const token: SettingKind<string> = {
  expected: '1 to 1000 printable ASCII characters without spaces',
  parse: (text) => (/^[!-~]{1,1000}$/.test(text) ? text : undefined),
};

const ENCRYPTION_KEY = /^[!-+\--~]{32,200}$/;

/** A secret that is hard to guess because a program generated it. Several are separated by commas. */
export const encryptionKey: SettingKind<string> = {
  expected:
    '32 to 200 printable ASCII characters without spaces and commas, as `openssl rand -base64 32` prints them',
  parse: (text) => (ENCRYPTION_KEY.test(text) ? text : undefined),
};

export const encryptionKeys: SettingKind<readonly string[]> = {
  expected: 'a comma-separated list of such keys',
  parse(text) {
    const list = listOf(text);
    return list.every((key) => ENCRYPTION_KEY.test(key)) ? list : undefined;
  },
};

/** Addresses and address ranges (CIDR, RFC 4632), as accepted by Fastify's `trustProxy`. */
export const addressList: SettingKind<readonly string[]> = {
  expected: 'a comma-separated list of IP addresses and ranges such as 127.0.0.1, 10.0.0.0/8 or fd00::/8',
  parse(text) {
    const list = listOf(text);
    return list.every(isAddressRange) ? list : undefined;
  },
};

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Voice ids. Whether the voices exist is checked later. */
export const idList: SettingKind<readonly string[]> = {
  expected: 'a comma-separated list of ids of 1 to 64 letters, digits and - _ .',
  parse(text) {
    const list = listOf(text);
    return list.every((item) => /^[A-Za-z0-9._-]{1,64}$/.test(item)) ? list : undefined;
  },
};

/** How default voices are chosen. Whether the voices exist is checked later. */
export const defaultVoices: SettingKind<DefaultVoices> = {
  expected:
    'auto, natural or fast, and languages with ids of voices: a list such as fast,en-gb=kokoro-bf_emma',
  parse(text) {
    let preference: DefaultVoices['preference'] = 'auto';
    const byLanguage: Record<string, string> = {};
    for (const item of listOf(text)) {
      const [, lang, id] = /^([a-z]{2,3}(?:[-_]\w+)*)=([\w.-]{1,64})$/i.exec(item) ?? [];
      if (item === 'auto' || item === 'natural' || item === 'fast') preference = item;
      else if (lang !== undefined && id !== undefined) byLanguage[languageTag(lang)] = id;
      else return undefined;
    }
    return { preference, byLanguage };
  },
};

/** Names of models that can be fetched. */
export const modelList: SettingKind<readonly string[]> = {
  expected: 'a comma-separated list of models that "npm run models -- list --all" shows',
  parse(text) {
    try {
      return wantedModels(text);
    } catch {
      return undefined;
    }
  },
};

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Comma-separated web origins as browsers send them (RFC 6454: scheme, host, port; no path), or `*`. */
export const origins: SettingKind<readonly string[]> = {
  expected: '* or a comma-separated list of origins such as https://app.example.org',
  parse(text) {
    if (text === '*') return ['*'];
    const list = listOf(text);
    return list.every(isOrigin) ? list : undefined;
  },
};

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text;
  } catch {
    return false;
  }
}
