import type { Listening } from '../front/front.ts';
import type { FoundOllama } from '../models/ollama.ts';
import type { Settings } from '../settings/settings.ts';

/** Returns an address that a client on this machine can connect to, for a listening address. */
function dialable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Returns what the operator needs after the start: the address, the key (once), and a command to try.
 * @param ollama one that was found for a server without a language model
 */
export function banner(
  settings: Pick<Settings, 'host' | 'role' | 'wyomingHost'>,
  listening: Listening & { readonly wyomingPort: number | null },
  newKey: string | null,
  ollama: FoundOllama | null = null,
): string {
  const host = dialable(settings.host);
  const address = `http://${host}:${listening.port}`;
  const key = newKey ? ['', `Your API key, shown only this once:  ${newKey}`] : [];
  if (settings.role === 'agent')
    return [
      '',
      'Parley waits for conversations in rooms',
      `Health:   ${address}/ping`,
      `Metrics:  ${address}/metrics`,
      ...key,
      '',
    ].join('\n');
  const lines = ['', `Parley listens on ${address}`];
  if (listening.tlsPort !== null) lines.push(`              and https://${host}:${listening.tlsPort}`);
  if (listening.wyomingPort !== null) {
    lines.push(`Wyoming:        tcp://${dialable(settings.wyomingHost)}:${listening.wyomingPort}`);
  }
  // A URL's fragment is neither sent to a server nor logged.
  lines.push(`Console:        ${address}/${newKey ? `#key=${newKey}` : ''}`);
  lines.push(`Documentation:  ${address}/docs`);
  lines.push(
    ...key,
    '',
    'Hear it:',
    `  curl -s ${address}/sse/speak/en -H 'x-api-key: ${newKey ?? '<your key>'}' -H 'accept: audio/wav' \\`,
    `    -d '{"text": "Hello, I am Parley. What shall I say?"}' -o hello.wav`,
    ...(ollama ? ['', ...offerOf(ollama)] : []),
    '',
  );
  return lines.join('\n');
}

function offerOf({ baseUrl, models: [model] }: FoundOllama): string[] {
  if (model === undefined)
    return [
      'An Ollama on this machine has no model yet: "ollama pull" one, and agents can answer with it:',
      `  LLM_BASE_URL=${baseUrl} LLM_MODEL=<its name> npm start`,
    ];
  return [
    'Agents answer by a few rules. To have them answer with the Ollama on this machine:',
    `  LLM_BASE_URL=${baseUrl} LLM_MODEL=${model} npm start`,
  ];
}
