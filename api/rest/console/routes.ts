import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '../../errors/api-error.ts';
import type { RestDeps } from '../deps.ts';
import { CONSOLE_DIR, type ConsoleFile, prepared, readConsole } from './files.ts';

/** The build puts a content hash into the names of these files. */
const ASSETS = 'assets/';
const YEAR_SECONDS = 31_536_000;
/** Facts that the page gets before it has a key: whether there are rooms, and a language model for agents. */
type Fact = 'rooms' | 'model';

/**
 * Routes for the console: one page at `/` and the files that it loads. A path that is not one of its files is handled
 * as usual.
 * @param folder location of the built files
 */
export function consoleRoutes(
  app: FastifyInstance,
  { settings }: Pick<RestDeps, 'settings'>,
  folder: string = CONSOLE_DIR,
): void {
  const rooms = settings.livekitUrl === null ? null : (settings.livekitPublicUrl ?? settings.livekitUrl);
  const policy = contentPolicy(rooms);
  const facts: Fact[] = [];
  if (rooms !== null) facts.push('rooms');
  if (settings.llmBaseUrl !== null) facts.push('model');
  let read: Promise<ReadonlyMap<string, ConsoleFile> | null> | null = null;

  const files = async (): Promise<ReadonlyMap<string, ConsoleFile>> => {
    read ??= readConsole(folder).then((found) => found && withFacts(found, facts));
    const found = await read;
    if (found) return found;
    // It may be built while the server is running.
    read = null;
    throw refusal('console_not_built');
  };

  const answer = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const file = (await files()).get(path);
    if (!file) throw refusal('not_found');
    reply
      .header('cache-control', cachingOf(path))
      .header('etag', file.etag)
      .header('vary', 'accept-encoding')
      .header('x-content-type-options', 'nosniff');
    if (file.type.startsWith('text/html')) {
      reply
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .header('permissions-policy', 'microphone=(self), camera=(), geolocation=()');
    }
    if (isKnown(request, file)) return reply.code(304).send();
    reply.type(file.type);
    if (file.gzipped && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      return reply.header('content-encoding', 'gzip').send(file.gzipped);
    }
    return reply.send(file.bytes);
  };

  const hidden = { schema: { hide: true } };
  app.get('/', hidden, (request, reply) => answer('index.html', request, reply));
  app.get('/favicon.svg', hidden, (request, reply) => answer('favicon.svg', request, reply));
  app.get<{ Params: { '*': string } }>(`/${ASSETS}*`, hidden, (request, reply) =>
    answer(ASSETS + request.params['*'], request, reply),
  );
}

/**
 * Only the page's own files may load or run, and it may connect only to this server and its rooms (Content Security
 * Policy Level 3).
 */
function contentPolicy(rooms: string | null): string {
  const servers = ["'self'"];
  if (rooms !== null && URL.canParse(rooms)) {
    const { host, protocol } = new URL(rooms);
    const isSecure = protocol === 'wss:' || protocol === 'https:';
    // LiveKit's client tries HTTP when its WebSocket is rejected.
    servers.push(...(isSecure ? [`wss://${host}`, `https://${host}`] : [`ws://${host}`, `http://${host}`]));
  }
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' blob: data:",
    `connect-src ${servers.join(' ')}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function cachingOf(path: string): string {
  return path.startsWith(ASSETS) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
}

/** Whether the browser already has this version of the file (RFC 9110, section 13.1.2). */
function isKnown(request: FastifyRequest, file: ConsoleFile): boolean {
  const known = String(request.headers['if-none-match'] ?? '');
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === file.etag);
}

async function withFacts(
  files: ReadonlyMap<string, ConsoleFile>,
  facts: readonly Fact[],
): Promise<ReadonlyMap<string, ConsoleFile>> {
  const page = files.get('index.html');
  if (!page) return files;
  const html = facts.reduce(
    (text, fact) => text.replace(`data-${fact}="no"`, `data-${fact}="yes"`),
    page.bytes.toString('utf8'),
  );
  return new Map([...files, [page.path, await prepared(page.path, page.type, Buffer.from(html))]]);
}
