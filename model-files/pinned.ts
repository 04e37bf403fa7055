/** Requests sizes and hashes of a commit's files from the hub, which sends them in response headers. */
import { type Dispatcher, fetch, type Response } from 'undici';
import { createDispatcher } from './download.ts';
import { ModelError, systemCode, withHubAdvice, withTokenAdvice } from './errors.ts';
import type { Digest, HubFile, Model, ModelFile } from './model.ts';

/** Upper bound of redirects: the hub redirects requests for a renamed repository to its new name. */
const MAX_REDIRECTS = 3;

/**
 * Adds the sizes, hashes and addresses of a model's pinned files. A model without pinned files is returned unchanged.
 * @param address of a file on the hub
 * @throws ModelError 'unreachable', 'missing', 'corrupt' when the hub does not name a hash; the signal's reason
 */
export async function resolvePinned(
  model: Model,
  hub: string,
  address: (file: HubFile) => string,
  signal?: AbortSignal,
): Promise<Model> {
  if (!model.pinnedFiles) return model;
  const dispatcher = createDispatcher(hub);
  try {
    const files: ModelFile[] = [];
    const urls: Record<string, string> = {};
    for (const { name, pinned } of model.pinnedFiles) {
      const url = address(pinned);
      urls[name] = url;
      files.push({ name, ...(await askHub(url, name, dispatcher, signal)) });
    }
    return { ...model, files, sources: [{ kind: 'url', urls }] };
  } catch (error) {
    throw withHubAdvice(withTokenAdvice(error, model));
  } finally {
    await dispatcher.destroy();
  }
}

/**
 * Large files are stored separately and identified by their SHA-256; for small ones the hub gives the hash of Git's
 * object.
 */
async function askHub(
  first: string,
  name: string,
  dispatcher: Dispatcher,
  signal?: AbortSignal,
): Promise<Digest & { readonly sizeBytes: number }> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { status, headers } = await head(url, dispatcher, signal);
    if (status >= 400 && status < 500)
      throw new ModelError('missing', `${new URL(url).host} answered ${status} for ${name}`);
    const tag = (headers.get('x-linked-etag') ?? headers.get('etag') ?? '')
      .replace(/^W\//, '')
      .replaceAll('"', '');
    const sizeBytes = Number(headers.get('x-linked-size') ?? headers.get('content-length') ?? Number.NaN);
    const isAnswer = status === 200 || headers.has('x-linked-etag');
    if (isAnswer && Number.isSafeInteger(sizeBytes)) {
      if (/^[0-9a-f]{64}$/.test(tag)) return { sizeBytes, sha256: tag };
      if (/^[0-9a-f]{40}$/.test(tag)) return { sizeBytes, gitBlob: tag };
    }
    const location = headers.get('location');
    if (isAnswer || location === null)
      throw new ModelError('corrupt', `${new URL(url).host} does not give the size and hash of ${name}`);
    url = new URL(location, url).href;
  }
  throw new ModelError('unreachable', `${first} redirects too often`);
}

async function head(url: string, dispatcher: Dispatcher, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity' },
      dispatcher,
      signal: signal ?? null,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new ModelError(
      'unreachable',
      `${url} cannot be reached: ${systemCode(error) ?? String(error)}`,
      error,
    );
  }
}
