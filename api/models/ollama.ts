/** Looks for an Ollama on this machine, for a server that has no language model yet. */
import { isRecord, parseJson } from '../../media/json.ts';

/** The default address of Ollama. */
const USUAL_BASE = 'http://127.0.0.1:11434';
const FIND_MS = 1000;
const MAX_BYTES = 1 << 20;

/** An Ollama that answers, as an OpenAI-compatible API. */
export interface FoundOllama {
  /** For LLM_BASE_URL. */
  readonly baseUrl: string;
  /** Names of its models, most recently changed first; none when nothing was pulled. */
  readonly models: readonly string[];
}

/** @returns null when there is none, within a second */
export async function findOllama(base: string = USUAL_BASE): Promise<FoundOllama | null> {
  try {
    const signal = AbortSignal.timeout(FIND_MS);
    const answer = await fetch(`${base}/api/tags`, { signal, redirect: 'error' });
    const text = answer.ok ? await readUpTo(answer, MAX_BYTES) : '';
    const body = parseJson(text);
    if (!isRecord(body) || !Array.isArray(body.models)) return null;
    const names = body.models.map((model: unknown) => (isRecord(model) ? model.name : undefined));
    // The names are printed; Ollama's names have no other characters.
    const models = names.filter((name) => typeof name === 'string' && /^[\w./:@-]{1,200}$/.test(name));
    return { baseUrl: `${base}/v1`, models: models as string[] };
  } catch {
    return null;
  }
}

async function readUpTo({ body }: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxBytes) return '';
  }
  return Buffer.concat(parts).toString();
}
