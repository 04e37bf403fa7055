import { type SpeakRequest, speakBody } from '../../wire/speak.ts';

export const SNIPPET_LANGUAGES = ['curl', 'Python', 'JavaScript'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** Returns code for a request, which writes `speech.wav` and reads the key from `PARLEY_API_KEY`. */
export function snippet(language: SnippetLanguage, origin: string, request: SpeakRequest): string {
  const url = `${origin}/sse/speak/${encodeURIComponent(request.langCode)}`;
  // The body has only texts and numbers, whose JSON is valid in all three languages.
  const body = speakBody(request);
  switch (language) {
    case 'curl':
      return curl(url, body);
    case 'Python':
      return python(url, body);
    case 'JavaScript':
      return javascript(url, body);
  }
}

function curl(url: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s '${url}' \\
  -H "x-api-key: $PARLEY_API_KEY" -H 'accept: audio/wav' \\
  -H 'content-type: application/json' \\
  -d '${quoted}' -o speech.wav`;
}

function python(url: string, body: object): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    json.dumps(${fields(body, '        ', JSON.stringify)}).encode(),
    {"x-api-key": os.environ["PARLEY_API_KEY"], "accept": "audio/wav"},
)
with urllib.request.urlopen(request) as answer, open("speech.wav", "wb") as file:
    file.write(answer.read())`;
}

function javascript(url: string, body: object): string {
  return `import { writeFile } from 'node:fs/promises';

const answer = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { 'x-api-key': process.env.PARLEY_API_KEY, accept: 'audio/wav' },
  body: JSON.stringify(${fields(body, '    ', (name) => name)}),
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile('speech.wav', Buffer.from(await answer.arrayBuffer()));`;
}

/** Formats each field on a line of its own. */
function fields(body: object, indent: string, quote: (name: string) => string): string {
  const lines = Object.entries(body).map(
    ([name, value]) => `${indent}${quote(name)}: ${JSON.stringify(value)},`,
  );
  return `{\n${lines.join('\n')}\n${indent.slice(4)}}`;
}
