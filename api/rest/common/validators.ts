import AjvCompiler, { type BuildCompilerFromPool, type RouteDefinition } from '@fastify/ajv-compiler';

/**
 * Compiles what checks requests, as Fastify does. Parameters and headers are text, from which the declared types are
 * read; a JSON body has types of its own, and a wrong one is a fault.
 */
export const buildValidator: BuildCompilerFromPool = (externalSchemas, options) => {
  const compile = AjvCompiler();
  const ofText = compile(externalSchemas, options);
  const customOptions = { ...options?.customOptions, coerceTypes: false };
  const ofJson = compile(externalSchemas, { ...options, customOptions } as typeof options);
  return (route) => {
    // Its types say that this is the schema alone.
    const { httpPart } = route as unknown as RouteDefinition;
    return httpPart === 'body' ? ofJson(route) : ofText(route);
  };
};
