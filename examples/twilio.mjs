// Twilio's web hook: answers each call with the address of a media stream for one agent.
import { createServer } from 'node:http';

const parley = 'http://127.0.0.1:8000';
const publicHost = 'speech.example.org'; // where Twilio reaches this server, with TLS
const headers = { 'x-api-key': process.env.PARLEY_API_KEY, 'content-type': 'application/json' };

const body = JSON.stringify({ name: 'Reception', prompt: 'You are the receptionist of a small hotel.' });
const made = await fetch(`${parley}/agents`, { method: 'POST', headers, body });
const agent = (await made.json()).data.agent_id; // once, not for each call

const hook = createServer(async (_request, response) => {
  const asked = await fetch(`${parley}/agents/${agent}/media-stream-url`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  const { url } = (await asked.json()).data;
  response.setHeader('content-type', 'text/xml');
  response.end(`<Response><Connect><Stream url="wss://${publicHost}${url}" /></Connect></Response>`);
});

hook.listen(0, async () => {
  // What Twilio does when the telephone rings.
  const answer = await fetch(`http://127.0.0.1:${hook.address().port}`, { method: 'POST' });
  console.log(await answer.text());
  hook.close();
});
