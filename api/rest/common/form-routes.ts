import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema of the multipart form that the route parses itself; for documentation only. */
    form?: TSchema;
  }
}

/** Leaves bodies of all content types to the routes of this scope. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}
