import { type SecurityRequirements, scopeIn } from '../common/identity.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './openapi.ts';

/** Placeholder for the server's host and port in command lines, replaced when the page is requested. */
export const SERVER_MARK = '@@SERVER@@';

export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --accent: light-dark(#0a5f8a, #7cc4ea);
  --faint: light-dark(#555, #aaa); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; background: light-dark(#fff, #16181b);
  color: light-dark(#1b1d20, #e6e7e9); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; }
h1 { margin: 0; font-size: 2rem; }
h2 { margin: 3rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 .25rem; font-size: .95rem; }
p { margin: .4rem 0; }
a { color: var(--accent); }
code, pre { font: .86em/1.5 ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .7rem .9rem; overflow-x: auto; background: var(--soft); border-radius: .4rem; }
.faint { color: var(--faint); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
summary { padding: .6rem .9rem; cursor: pointer; }
summary:hover, summary:focus-visible { background: var(--soft); }
details > div { padding: 0 .9rem .9rem; }
.method { display: inline-block; min-width: 4.2em; font-weight: 700; color: var(--accent); }
.path { font-weight: 600; overflow-wrap: anywhere; }
.lock { float: right; font-size: .8rem; color: var(--faint); }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
td:first-child { white-space: nowrap; }
.deep1 { padding-left: 1.2rem; } .deep2 { padding-left: 2.4rem; } .deep3 { padding-left: 3.6rem; }
`;

const METHODS = ['get', 'post', 'patch', 'delete'] as const;
/** Objects nested deeper than this are only shown in /openapi.json. */
const MAX_DEPTH = 3;

/** Renders the documentation as one page without scripts, images or external resources. */
export function docsPage(document: OpenApiDocument): string {
  const { title, version, description = '' } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${html(title)}</h1>
<p class="faint">Version ${html(version)} · <a href="/openapi.json">openapi.json</a></p>
<p>${html(description)}</p>
<p>Send credentials in one of four ways: an API key in the header <code>x-api-key</code> or the query parameter
<code>api_key</code>; a JWT as <code>authorization: Bearer …</code> or in the query parameter <code>jwt_token</code>.
The commands below take the key from the environment:</p>
<pre>export PARLEY_API_KEY=pk_...</pre>
</header>
${(document.tags ?? []).map((tag) => section(document, tag)).join('\n')}
</main>
</body>
</html>
`;
}

function section(document: OpenApiDocument, tag: { name: string; description?: string }): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation?.tags?.includes(tag.name) ? [operationBlock(document, method, path, operation)] : [];
    }),
  );
  if (operations.length === 0) return '';
  return `<section>
<h2>${html(tag.name)} <span class="faint">· ${html(tag.description ?? '')}</span></h2>
${operations.join('\n')}
</section>`;
}

function operationBlock(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OpenApiOperation,
): string {
  const socket = operation['x-websocket'];
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const form = operation.requestBody?.content?.['multipart/form-data']?.schema;
  const parts = [
    `<p>${html(operation.description ?? '')}</p>`,
    parameterTable(document, operation),
    body ? `<h3>Body (JSON)</h3>${schemaTable(document, body)}` : '',
    form ? `<h3>Body (multipart/form-data)</h3>${schemaTable(document, form)}` : '',
    socket ? `<h3>From the client</h3>${schemaTable(document, socket.client)}` : '',
    socket ? `<h3>From the server</h3>${schemaTable(document, socket.server)}` : '',
    responses(document, operation),
    `<h3>Try it</h3><pre>${html(commandLine(method, path, operation))}</pre>`,
  ];
  return `<details>
<summary><code><span class="method">${socket ? 'WS' : method.toUpperCase()}</span><span class="path">${html(path)}</span></code>
${operation.security ? `<span class="lock">${credentials(operation.security)}</span>` : ''}<br>${html(operation.summary ?? '')}</summary>
<div>${parts.join('\n')}</div>
</details>`;
}

function credentials(security: SecurityRequirements): string {
  const scope = scopeIn(security);
  return scope ? `credentials: ${scope}` : 'credentials';
}

function parameterTable(document: OpenApiDocument, operation: OpenApiOperation): string {
  const { parameters = [] } = operation;
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) => {
    const text = parameter.description ?? parameter.schema?.description ?? '';
    const where = parameter.required ? `${parameter.in}, required` : parameter.in;
    return row(parameter.name, 0, `${typeName(document, parameter.schema ?? {})} · ${where}`, text);
  });
  return `<h3>Parameters</h3>${table(rows)}`;
}

function responses(document: OpenApiDocument, operation: OpenApiOperation): string {
  return Object.entries(operation.responses ?? {})
    .map(([status, { description = '', content = {} }]) => {
      const [type, media] = Object.entries(content)[0] ?? [];
      const heading = `<h3>${html(status)} <span class="faint">${html([description, type ?? ''].filter(Boolean).join(' · '))}</span></h3>`;
      return status.startsWith('2') && media?.schema
        ? heading + schemaTable(document, media.schema)
        : heading;
    })
    .join('\n');
}

function schemaTable(document: OpenApiDocument, schema: JsonSchema): string {
  const rows = fieldRows(document, schema, 0);
  return rows.length > 0 ? table(rows) : '';
}

function fieldRows(document: OpenApiDocument, schema: JsonSchema, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  const object = objectWithin(document, schema);
  return Object.entries(object?.properties ?? {}).flatMap(([name, field]) => {
    const optional = object?.required?.includes(name) ? '' : ' · optional';
    const text = field.description ?? resolve(document, field).description ?? '';
    return [
      row(name, depth, typeName(document, field) + optional, text),
      ...fieldRows(document, field, depth + 1),
    ];
  });
}

/**
 * Returns the object whose fields are worth showing: the schema itself, the items of an array, or one of several
 * alternatives.
 */
function objectWithin(document: OpenApiDocument, schema: JsonSchema): JsonSchema | null {
  const resolved = resolve(document, schema);
  if (resolved.properties) return resolved;
  if (resolved.items) return objectWithin(document, resolved.items);
  for (const choice of resolved.anyOf ?? []) {
    const object = objectWithin(document, choice);
    if (object) return object;
  }
  return null;
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return (name !== undefined && document.components?.schemas?.[name]) || schema;
}

function typeName(document: OpenApiDocument, schema: JsonSchema): string {
  const resolved = resolve(document, schema);
  const choices = resolved.enum ?? (resolved.const === undefined ? undefined : [resolved.const]);
  const base = choices
    ? choices.map((value) => JSON.stringify(value)).join(' | ')
    : resolved.anyOf
      ? [...new Set(resolved.anyOf.map((choice) => typeName(document, choice)))].join(' | ')
      : resolved.items
        ? `array of ${typeName(document, resolved.items)}`
        : [resolved.type ?? 'any'].flat().join(' | ');
  return resolved.default === undefined ? base : `${base} = ${JSON.stringify(resolved.default)}`;
}

function row(name: string, depth: number, type: string, text: string): string {
  return (
    `<tr><td class="deep${depth}"><code>${html(name)}</code></td><td ` +
    `class="faint">${html(type)}</td><td>${html(text)}</td></tr>`
  );
}

function table(rows: readonly string[]): string {
  return `<table><tr><th>Name</th><th>Type</th><th>Meaning</th></tr>${rows.join('')}</table>`;
}

function commandLine(method: string, path: string, operation: OpenApiOperation): string {
  const filled = path.replace('{lang_code}', 'en').replace(/\{(\w+)\}/g, '$1');
  if (operation['x-websocket']) return `npx wscat -c "ws://${SERVER_MARK}${filled}?api_key=$PARLEY_API_KEY"`;
  const words = ['curl'];
  if (method !== 'get') words.push('-X', method.toUpperCase());
  if (operation.security) words.push('-H "x-api-key: $PARLEY_API_KEY"');
  const { content } = operation.requestBody ?? {};
  if (content?.['application/json'])
    words.push(`-H "content-type: application/json" -d '{"text": "Hello there."}'`);
  for (const [name, field] of Object.entries(content?.['multipart/form-data']?.schema?.properties ?? {})) {
    if (field.format === 'binary') words.push(`-F ${name}=@recording.wav`);
  }
  if (operation.responses?.['200']?.content?.['text/event-stream']) words.splice(1, 0, '-N');
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required);
  const query = required.map(({ name }) => `${name}=...`).join('&');
  return [...words, `"http://${SERVER_MARK}${filled}${query && `?${query}`}"`].join(' ');
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
