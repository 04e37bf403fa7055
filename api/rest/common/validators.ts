import AjvCompiler, { type BuildCompilerFromPool, type RouteDefinition } from '@fastify/ajv-compiler';

/**
 * Compiles request validators like Fastify. Parameters and headers are text and are coerced to the declared types. A
 * JSON body has types of its own, so a wrong type is a fault.
 */
export const buildValidator: BuildCompilerFromPool = (externalSchemas, options) => {
  const compile = AjvCompiler();
  const ofText = compile(externalSchemas, options);
  const customOptions = { ...options?.customOptions, coerceTypes: false };
  const ofJson = compile(externalSchemas, { ...options, customOptions } as typeof options);
  return (route) => {
    // Fastify's types declare only the schema here.
    const { httpPart } = route as unknown as RouteDefinition;
    return httpPart === 'body' ? ofJson(route) : ofText(route);
  };
};
