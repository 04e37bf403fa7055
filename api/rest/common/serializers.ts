import { type Serializer, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Compiles what turns a response into JSON, as Fastify does, but with the first response of its kind: of the hundreds
 * that the routes declare, a server gives a few, and compiling all of them is most of the work of its start.
 */
export const buildSerializer: NonNullable<Compilers['buildSerializer']> = (externalSchemas, options) => {
  return (route) => {
    let serialize: Serializer | undefined;
    return (response) => {
      // A compiler of its own, because compiling a named schema takes it from those that others may refer to.
      serialize ??= SerializerSelector()(externalSchemas, options)(route);
      return serialize(response);
    };
  };
};
