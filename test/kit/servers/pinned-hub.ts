/** A model hub that responds like the real one for files of a commit: with their hashes, redirecting to a store. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeFile } from './model-hub.ts';

export interface PinnedHub extends AsyncDisposable {
  readonly url: string;
  /** Method, path, and token of each request to the hub, and to the store that it redirects to. */
  readonly requests: { readonly at: 'hub' | 'store'; readonly path: string; readonly token: string | null }[];
}

export interface PinnedHubOptions {
  /** Token required for everything below this repository. */
  readonly gate?: { readonly repository: string; readonly token: string };
  /** Replaces a file's content. The hash that the hub names is not changed. */
  readonly replace?: (file: FakeFile) => Buffer;
}

/** Files of at least this size are in the store. */
const LARGE_BYTES = 1000;

/** @param files named "owner/repository/resolve/COMMIT/path" */
export async function startPinnedHub(
  files: readonly FakeFile[],
  { gate, replace }: PinnedHubOptions = {},
): Promise<PinnedHub> {
  const requests: { at: 'hub' | 'store'; path: string; token: string | null }[] = [];
  const note = (at: 'hub' | 'store', request: IncomingMessage) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    requests.push({ at, path: `${request.method} ${path}`, token });
    return { token, file: files.find(({ name }) => name === path), path };
  };
  const send = (file: FakeFile, request: IncomingMessage, response: ServerResponse, headers: object = {}) => {
    const content = replace?.(file) ?? file.content;
    response.writeHead(200, { 'content-length': content.length, ...headers });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
  const store = await listening((request, response) => {
    const { file } = note('store', request);
    if (file) send(file, request, response);
    else response.writeHead(404).end();
  });
  const hub = await listening((request, response) => {
    const { file, path, token } = note('hub', request);
    if (gate && path.startsWith(`${gate.repository}/`) && token !== gate.token)
      return void response.writeHead(401).end('Access to this model is restricted.');
    if (!file) return void response.writeHead(404).end();
    if (file.content.length < LARGE_BYTES)
      return send(file, request, response, { etag: `"${gitBlob(file.content)}"` });
    const headers = {
      location: `${store.url}/${encodeURI(path)}`,
      'x-linked-size': file.content.length,
      'x-linked-etag': `"${createHash('sha256').update(file.content).digest('hex')}"`,
    };
    response.writeHead(302, headers).end();
  });
  return {
    url: hub.url,
    requests,
    [Symbol.asyncDispose]: async () => {
      for (const { server } of [hub, store]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

const gitBlob = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

async function listening(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; server: Server }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
