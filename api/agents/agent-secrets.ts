/** Encrypted parts of an agent: the key of its language model, and the headers of its tools. */
import type { HttpTool } from '../../agent-worker/tools/http-tool.ts';
import type { StoredTool } from '../storage/agents.ts';
import type { SecretEncryption } from './secret-encryption.ts';

/** Headers by the name of the tool. */
type ToolHeaders = Readonly<Record<string, HttpTool['headers']>>;

export interface AgentSecrets {
  readonly apiKey: string | null;
  readonly headers: ToolHeaders;
}

/** Prefix of secrets that contain more than a key. No key begins with it. */
const STRUCTURED = '\n';

/** Encrypts secrets for the row of that id; null if there are none. */
export async function sealSecrets(
  sealer: SecretEncryption,
  { apiKey, headers }: AgentSecrets,
  id: string,
): Promise<string | null> {
  const hasHeaders = Object.values(headers).some((some) => Object.keys(some).length > 0);
  const text = hasHeaders ? STRUCTURED + JSON.stringify({ apiKey, headers } satisfies AgentSecrets) : apiKey;
  return text === null ? null : sealer.seal(text, id);
}

/** @throws UnsealError */
export async function openSecrets(
  sealer: SecretEncryption,
  sealed: string | null,
  id: string,
): Promise<AgentSecrets> {
  const text = sealed === null ? null : await sealer.open(sealed, id);
  if (text?.startsWith(STRUCTURED)) return JSON.parse(text.slice(STRUCTURED.length)) as AgentSecrets;
  return { apiKey: text, headers: {} };
}

/** The headers of tools. */
export function headersOf(tools: readonly HttpTool[]): ToolHeaders {
  return Object.fromEntries(tools.map(({ name, headers }) => [name, headers]));
}

/** Tools without the values of their headers. */
export function withoutHeaders(tools: readonly HttpTool[]): StoredTool[] {
  return tools.map((tool) => ({ ...tool, headers: Object.keys(tool.headers) }));
}

/** Tools with the values of their headers. */
export function withHeaders(tools: readonly StoredTool[], headers: ToolHeaders): HttpTool[] {
  return tools.map((tool) => ({ ...tool, headers: headers[tool.name] ?? {} }));
}
