import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart form that the route reads by itself: its fields, for the documentation. */
    form?: TSchema;
  }
}

/** Leaves bodies of all content types in this scope to their routes. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}
