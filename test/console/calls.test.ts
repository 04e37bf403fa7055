/** Calls, events and webhooks in a real browser; the telephones are behind Twilio's protocol. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { agentServer } from '../kit/agent-server.ts';
import { buildConsole, inspect, NO_BROWSER, openBrowser, type Visit, visit } from '../kit/browser.ts';
import { CHEAP_VOICE, until } from '../kit/server.ts';
import { TwilioServer } from '../kit/servers/twilio.ts';
import { WebhookReceiver } from '../kit/servers/webhook-receiver.ts';

const TEST = { timeout: 240_000 };
const PATIENCE_MS = 60_000;

const twilio = await TwilioServer.start();
let browser: Browser | null = null;
beforeAll(async () => {
  [browser] = await Promise.all([openBrowser(), buildConsole()]);
});
afterAll(async () => {
  await browser?.close();
  await twilio.close();
});
const setup = agentServer({
  ...twilio.env,
  TWILIO_FROM: '+4930123456',
  PUBLIC_URL: 'https://speech.example.org',
  CALL_NUMBERS: '+4930',
  MCP_ALLOW_HOSTS: '127.0.0.1',
});
let agentId = '';
beforeEach(async ({ skip }) => {
  if (!browser) return skip(NO_BROWSER);
  twilio.made.splice(0);
  twilio.streamAddress = setup.server.ws;
  agentId = await setup.agents.made({
    name: 'Reception',
    prompt: 'You are the receptionist of a hotel. The order: {{order|none}}.',
    greeting: 'Good morning, {{guest}}.',
    voice_id: CHEAP_VOICE,
    keep_transcripts: true,
    record: true,
  });
});

const visits: Visit[] = [];
// Before the server closes, which breaks the streams of open pages.
afterEach(async () => {
  for (const { close, complaints } of visits.splice(0)) {
    await close();
    expect(complaints).toEqual([]);
  }
});

async function open(at: string): Promise<Page> {
  const visited = await visit(browser!, setup.server, { at });
  visits.push(visited);
  visited.page.setDefaultTimeout(PATIENCE_MS);
  return visited.page;
}

/** Counts the samples that the page plays, except silence. */
const COUNT_PLAYED = `{
  globalThis.played = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...at) {
    globalThis.played += this.buffer.getChannelData(0).filter((sample) => Math.abs(sample) > 0.01).length;
    return start.apply(this, at);
  };
}`;

const callByApi = () =>
  setup.agents.send('POST', `/agents/${agentId}/calls`, { to: '+4930654321', variables: { guest: 'Ada' } });

test('a number is called, its states are seen as they come, and what was said is read', TEST, async () => {
  const page = await open('calls');
  await page.getByText('No calls yet').waitFor();
  await page.locator('.live-sign[data-live=true]').waitFor();
  await inspect(page, 'calls-empty');
  await page.getByLabel('Telephone number').fill('030 654321');
  await page.getByLabel('guest').fill('Ada');
  const call = page.getByRole('button', { name: 'Call this number' });
  await call.click();
  const number = page.locator('.field', { hasText: 'Telephone number' });
  await number.getByText(/Must be a telephone number/).waitFor();
  await page.getByLabel('Telephone number').fill('+1 900 555555');
  await call.click();
  await number.getByText(/CALL_NUMBERS/).waitFor();
  await inspect(page, 'calls-refused');

  twilio.telephone = { ringMs: 2500, outcome: 'in-progress' };
  await page.getByLabel('Telephone number').fill('+49 30 654321');
  await call.click();
  const [first, second] = [page.locator('.call-row').last(), page.locator('.call-row').first()];
  const state = (row: typeof first, name: string) => row.getByRole('status').filter({ hasText: name });
  await first.getByRole('heading', { name: '+49 306 543 21' }).waitFor();
  await state(first, 'Ringing…').waitFor();
  await state(first, 'Talking').waitFor();
  await until('it was greeted', () => (twilio.made[0]?.caller?.count('mark') ?? 0) >= 2, PATIENCE_MS);
  twilio.telephone = { ringMs: 100, outcome: 'busy' };
  await callByApi();
  await state(second, 'Busy').waitFor();
  await inspect(page, 'calls-made');

  await page.evaluate(COUNT_PLAYED);
  await first.getByRole('link', { name: 'Conversation' }).click();
  await page.getByText('Good morning, Ada.').waitFor();
  await page.getByRole('button', { name: 'Listen in' }).click();
  await until(
    'both sides are heard',
    async () => (await page.evaluate('globalThis.played')) !== 0,
    PATIENCE_MS,
  );
  await inspect(page, 'calls-listening');
  await page.goBack();
  await first.getByRole('button', { name: /^Hang up/ }).click();
  await state(first, 'Over').waitFor();
  await first.getByText('hung up from here').first().waitFor();
  expect(twilio.made[0]?.status).toBe('completed');

  await first.getByRole('link', { name: 'Conversation' }).click();
  await page.locator('.recording canvas').first().waitFor();
  expect(await page.evaluate("[...document.querySelectorAll('audio')].every((one) => one.paused)")).toBe(
    true,
  );
});

test('events are listed as they happen, and sent to a webhook that can be watched', TEST, async () => {
  const receiver = await WebhookReceiver.start();
  const page = await open('events');
  await page.getByText('Nothing yet').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill('http://10.0.0.1/');
  await page.getByLabel(/^All events/).uncheck();
  await page.getByLabel(/^Call waiting/).check();
  await page.getByLabel(/^Call over/).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.locator('.field', { hasText: 'Address' }).locator('.problem').waitFor();
  await inspect(page, 'events-webhook');
  await page.getByLabel('Address').fill(`${receiver.base}/`);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText(/^whsec_/).waitFor();

  receiver.answer = (_message, response) => void response.writeHead(500).end();
  twilio.telephone = { ringMs: 100, outcome: 'busy' };
  await callByApi();
  const row = (name: string) => page.locator('.event-list > li').filter({ hasText: name });
  await row('Call over').getByText('Reception · +49 306 543 21').waitFor();
  await row('Call over').locator('summary').click();
  await row('Call over').getByText('"status": "busy"').waitFor();
  await inspect(page, 'events-listed');
  await page.getByLabel('Type').selectOption('Call: dialing');
  await row('Call over').waitFor({ state: 'detached' });
  expect(await page.locator('.event-list > li').count()).toBe(1);

  await page.getByRole('link', { name: receiver.base }).click();
  const delivery = (name: string) => page.locator('.deliveries > li').filter({ hasText: name });
  await delivery('Call waiting').getByText('HTTP 500').waitFor();
  await delivery('Call over').getByText('Waiting', { exact: true }).waitFor();
  await inspect(page, 'events-deliveries');
  receiver.answer = (_message, response) => void response.writeHead(204).end();
  await delivery('Call waiting').getByRole('button', { name: 'Send again' }).click();
  await delivery('Call waiting').getByText('Delivered').waitFor();
  await delivery('Call over').getByText('Delivered').waitFor();
  await page.getByText('Given up').click();
  await page.getByText('Nothing here').waitFor();

  await page.getByRole('link', { name: 'Events' }).first().click();
  await page.getByRole('button', { name: `Delete ${receiver.base}/` }).click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText(/Events are sent nowhere yet/).waitFor();
});
