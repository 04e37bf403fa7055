// Receives events of a webhook, whose secret is in WEBHOOK_SECRET.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const seen = new Set(); // in a real program a table

createServer(async (request, response) => {
  const body = await text(request); // the signature covers the bytes, so do not parse them before
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given = '' } = request.headers;
  const made = `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
  const isGenuine = given.length === made.length && timingSafeEqual(Buffer.from(given), Buffer.from(made));
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  if (!isGenuine || !isFresh) return response.writeHead(401).end();
  if (!seen.has(id)) console.log(JSON.parse(body));
  seen.add(id);
  response.writeHead(204).end();
}).listen(3000);
