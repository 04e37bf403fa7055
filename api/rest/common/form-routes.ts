import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { routePattern } from './route-pattern.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart form that the route reads by itself: its fields, for the documentation. */
    form?: TSchema;
  }
  interface FastifyInstance {
    /** Whether a request goes to a route that accepts a form, so that its body must be left unread. */
    takesForm(method: string, path: string): boolean;
  }
}

/** Keeps track of the routes that accept forms. Call it before routes are added. */
export function knowForms(app: FastifyInstance): void {
  const routes: { readonly method: string; readonly path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.form === undefined) return;
    const path = routePattern(url);
    for (const one of [method].flat()) routes.push({ method: one, path });
  });
  app.decorate('takesForm', (method, path) =>
    routes.some((route) => route.method === method && route.path.test(path)),
  );
}

/** Leaves bodies of all content types in this scope to their routes. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}
