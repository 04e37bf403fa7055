import { expect, test } from 'vitest';
import { banner } from './banner.ts';

const LISTENING = { port: 8080, tlsPort: null, wyomingPort: null };
const wyomingHost = '0.0.0.0';

test('the banner of a server has its address, its key, and a command to try', () => {
  const text = banner(
    { host: '0.0.0.0', role: 'all', wyomingHost },
    { ...LISTENING, wyomingPort: 10_200 },
    'sk-1',
  );
  expect(text).toContain('Parley listens on http://127.0.0.1:8080\n');
  expect(text).toContain('Wyoming:        tcp://127.0.0.1:10200\n');
  expect(text).toContain('Console:        http://127.0.0.1:8080/#key=sk-1\n');
  expect(text).toContain("curl -s http://127.0.0.1:8080/sse/speak/en -H 'x-api-key: sk-1'");
});

test('an Ollama that was found is offered to a server without a language model', () => {
  const settings = { host: '127.0.0.1', role: 'all', wyomingHost } as const;
  const found = { baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3.2:latest', 'qwen3:4b'] };
  const command = 'LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama3.2:latest npm start';
  expect(banner(settings, LISTENING, null, found)).toContain(command);
  expect(banner(settings, LISTENING, null, { ...found, models: [] })).toContain('ollama pull');
  expect(banner(settings, LISTENING, null)).not.toMatch(/ollama/i);
});

test('the banner of a worker offers neither console nor speech, which it does not serve', () => {
  const text = banner({ host: '::1', role: 'agent', wyomingHost }, LISTENING, null);
  expect(text).toContain('http://[::1]:8080/ping');
  expect(text).not.toMatch(/console|curl|docs|key/i);
});
