import { type Serializer, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Compiles a response's serializer like Fastify, but at the first response of its kind. Of the hundreds of declared
 * responses a server sends few, and compiling all of them would take most of its start.
 */
export const buildSerializer: NonNullable<Compilers['buildSerializer']> = (externalSchemas, options) => {
  return (route) => {
    let serialize: Serializer | undefined;
    return (response) => {
      // A separate compiler, because compiling a named schema removes it from those that others may refer to.
      serialize ??= SerializerSelector()(externalSchemas, options)(route);
      return serialize(response);
    };
  };
};
