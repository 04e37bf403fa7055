import type { FastifyInstance } from 'fastify';
import { type ApiError, refusal } from '../../errors/api-error.ts';
import { OPENAI_PATHS } from '../openai/speech-operation.ts';
import { SPEAK_PATHS } from '../speech/operations.ts';
import { OPEN_SEGMENT, routePattern } from './route-pattern.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns why no route handles a request: nothing is at its path (404), the path needs another method (405, with
     * the allowed ones), or the path is a WebSocket's and the request is not an upgrade (426) (RFC 9110 sections
     * 15.5.5, 15.5.6 and 15.5.22).
     * @param path without the query
     */
    whyUnanswered(method: string, path: string): ApiError;
  }
}

interface Known {
  readonly method: string;
  readonly path: RegExp;
  /** Handled in front of the application, and only for WebSocket upgrades. */
  readonly socket: boolean;
}

/** WebSockets of telephone services, which get their URL from a separate document. */
const MEDIA_STREAMS = ['/agents/:agent_id/media-stream', '/agents/:agent_id/media-stream/:token'];

/** Records the methods of all routes. Call it before routes are added. */
export function knowMethods(app: FastifyInstance): void {
  const known: Known[] = [
    ...Object.entries({ ...SPEAK_PATHS, ...OPENAI_PATHS }).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: routePattern(path),
        socket: 'x-websocket' in operation,
      })),
    ),
    ...MEDIA_STREAMS.map((path) => ({ method: 'GET', path: routePattern(path), socket: true })),
  ];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) known.push({ method: one, path: routePattern(url), socket: false });
  });
  app.decorate('whyUnanswered', (method, path) => {
    const matching = known.filter((route) => route.path.test(path));
    // A literal path takes precedence over one with parameters.
    const least = Math.min(...matching.map(openSegments));
    const here = matching.filter((route) => openSegments(route) === least);
    if (here.some((route) => route.socket && route.method === method)) {
      return refusal('websocket_required');
    }
    const methods = [...new Set(here.map((route) => route.method))].sort().join(', ');
    if (methods === '') return refusal('not_found');
    return refusal('method_unknown', { values: { method, methods }, headers: { allow: methods } });
  });
}

/** Rejects requests that no route handles, whatever their body is. Call it after adding catch-all handlers. */
export function refuseUnknown(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const [path = ''] = request.url.split('?');
    throw app.whyUnanswered(request.method, path);
  });
}

const openSegments = ({ path }: Known): number => path.source.split(OPEN_SEGMENT).length - 1;
