import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { INTERFACE_VERSION } from '../../observability/version.ts';
import { SECURITY_SCHEMES, type SecurityRequirements } from '../common/identity.ts';
import { OPENAI_PATHS } from '../openai/speech-operation.ts';
import { SPEAK_PATHS } from '../speech/operations.ts';

/** The parts of the OpenAPI document that do not come from routes. */
export const DOCUMENT_OPTIONS: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: INTERFACE_VERSION,
      description:
        'Real-time text to speech: one request and a stream of audio, or a WebSocket that speaks text as it arrives.',
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Speech', description: 'Text in, audio out' },
      { name: 'Voices', description: 'The voice library' },
      {
        name: 'Assisted cloning',
        description: 'A voice, or several candidates, from a script read aloud',
      },
      { name: 'Agents', description: 'Voice agents that hold conversations' },
      { name: 'Calls', description: 'Outgoing calls, by which agents call telephones' },
      { name: 'Conversations', description: 'Transcripts of conversations, where agents keep them' },
      { name: 'Events', description: 'What happens: live, stored for a week, and sent to webhooks' },
      { name: 'Pronunciation', description: 'Pronunciation: suggestions, validation, dictionaries' },
      { name: 'OpenAI', description: 'OpenAI-compatible endpoints' },
      { name: 'Restore', description: 'Restoration of damaged recordings' },
      { name: 'Models', description: 'Models that can be fetched and removed; for administrators' },
      { name: 'API keys', description: 'Keys of your owner; for administrators' },
      { name: 'Credentials', description: 'Credentials' },
      { name: 'Demo', description: 'Speech for visitors without credentials' },
      { name: 'Usage', description: 'Usage counts' },
      { name: 'Service', description: 'Health and metrics' },
    ],
    components: { securitySchemes: SECURITY_SCHEMES },
  },
  // Routes parse forms themselves, so a form must not become a body schema that is validated.
  transform: ({ schema, url, route }) => {
    const form = route.config?.form;
    return { schema: form ? { ...schema, consumes: ['multipart/form-data'], body: form } : schema, url };
  },
  refResolver: {
    buildLocalReference: (json, _base, _fragment, index) =>
      typeof json.$id === 'string' ? json.$id : `def-${index}`,
  },
};

/** The parts of the document that the documentation page reads. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

export interface OpenApiOperation {
  /** The operation's name for client generators. */
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  /** Each way to send credentials, with the scope that it needs. */
  readonly security?: SecurityRequirements;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: JsonSchema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: Content }>
  >;
  readonly 'x-websocket'?: { readonly client: JsonSchema; readonly server: JsonSchema };
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
}

/** Returns the document of a ready application: its routes, and the streaming endpoints in front of it. */
export function openApiDocument(app: FastifyInstance): OpenApiDocument {
  const document = app.swagger() as unknown as OpenApiDocument;
  const all = {
    ...(SPEAK_PATHS as unknown as OpenApiDocument['paths']),
    ...(OPENAI_PATHS as unknown as OpenApiDocument['paths']),
    ...document.paths,
  };
  const paths = Object.entries(all).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [method, withOptionalBody(operation)]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Operations whose JSON body may be absent. */
const WITHOUT_BODY = ['createMediaStreamUrl', 'createSipDispatch'];

/** The generator marks every body as required. A form without required fields is optional. */
function withOptionalBody(operation: OpenApiOperation): OpenApiOperation {
  if (WITHOUT_BODY.includes(operation.operationId)) {
    return { ...operation, requestBody: { ...operation.requestBody, required: false } };
  }
  const form = operation.requestBody?.content?.['multipart/form-data']?.schema;
  if (!form || (form.required ?? []).length > 0) return operation;
  return { ...operation, requestBody: { ...operation.requestBody, required: false } };
}

export function openApiRoutes(app: FastifyInstance): void {
  let text: string | null = null;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(app));
    reply.type('application/json; charset=utf-8');
    return text;
  });
}
