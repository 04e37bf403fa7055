/** Events of conversations on a real server: sent to webhooks, streamed and listed, with transcripts. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { CHEAP_VOICE, KEY, until } from '../kit/server.ts';
import { type ChatScript, refuse, say } from '../kit/servers/chat-server.ts';
import { type ReceivedMessage, WebhookReceiver } from '../kit/servers/webhook-receiver.ts';

const setup = agentServer({ MCP_ALLOW_HOSTS: '127.0.0.1' });
const agent = { greeting: 'Hello, this is Ada.', voice_id: CHEAP_VOICE };
const SUMMARY = {
  type: 'object',
  properties: { outcome: { enum: ['booked', 'declined'] }, nights: { type: 'integer' } },
};

interface CreatedWebhook {
  readonly webhook: { readonly webhook_id: string };
  readonly secret: string;
}
const webhook = (body: object): Promise<CreatedWebhook> =>
  dataOf(setup.agents.send('POST', '/webhooks', body));

/** Answers turns with a sentence, and the request for a summary with a text. */
const alsoSummarising =
  (summary: ChatScript): ChatScript =>
  (exchange) =>
    (exchange.request.body.stream ? say('You have a room.') : summary)(exchange);

/** Holds a conversation of one typed turn. */
async function converse(agentId: string): Promise<void> {
  const client = await setup.open({ agent_id: agentId, mode: 'llm-tts' });
  client.send({ text: 'A room for two nights, please.' });
  await until(
    'it replied',
    () => client.messages.some(({ data }) => data.type === 'llm_response'),
    PATIENCE_MS,
  );
  client.socket.close();
}

const ended = (messages: readonly ReceivedMessage[]) =>
  messages.find(({ event }) => event.type !== 'conversation.started');

describe('a conversation', { timeout: PATIENCE_MS }, () => {
  test('is told to a webhook when it begins and when it is over, with what was said and extracted', async () => {
    const receiver = await WebhookReceiver.start();
    const id = await setup.agents.made({ ...agent, keep_transcripts: true, summary: SUMMARY });
    const { secret } = await webhook({ url: `${receiver.base}/` });
    await webhook({ url: `${receiver.base}/other`, agent_id: await setup.agents.made(agent) });
    const answer = 'Here it is: {"outcome": "booked", "nights": 2, "mood": "good"}';
    setup.model.answer(alsoSummarising(say(answer)));
    await converse(id);
    await expect.poll(() => receiver.messages.length).toBe(2);
    for (const { body, headers } of receiver.messages) {
      const signed = headers as Record<string, string>;
      expect(new Webhook(secret).verify(body, signed)).toEqual(JSON.parse(body));
      expect(signed['webhook-id']).toBe(JSON.parse(body).id);
      expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow();
    }
    const [began, over] = receiver.messages.map(({ event }) => event);
    expect(began).toMatchObject({ type: 'conversation.started', data: { agent_id: id, door: 'websocket' } });
    expect(over).toMatchObject({
      type: 'conversation.ended',
      data: {
        conversation_id: began!.data.conversation_id,
        end_reason: 'caller_left',
        summary: { outcome: 'booked', nights: 2 },
        usage: { turns: 1 },
      },
    });
    const said = (over!.data.transcript as { role: string; text: string }[]).map(({ text }) => text);
    expect(said).toContain('A room for two nights, please.');
    const kept = await dataOf<Record<string, unknown>>(
      setup.agents.send('GET', `/conversations/${over!.data.conversation_id}`),
    );
    expect(kept).toMatchObject({ summary: { outcome: 'booked', nights: 2 } });
    expect(kept.transcript).toEqual(over!.data.transcript);

    // The transcript is deleted with the conversation, and missing in events that are sent again.
    await setup.agents.send('DELETE', `/conversations/${over!.data.conversation_id}`);
    const { events } = await dataOf<{ events: ReceivedMessage['event'][] }>(
      setup.agents.send('GET', '/events'),
    );
    expect(events.map(({ type }) => type)).toEqual(['conversation.started', 'conversation.ended']);
    expect(events[1]!.data).not.toHaveProperty('transcript');
    expect(events[1]!.data).not.toHaveProperty('summary');
  });

  test('that is not kept has a summary in its event and no transcript, from a model without formats', async () => {
    const receiver = await WebhookReceiver.start();
    const id = await setup.agents.made({ ...agent, summary: SUMMARY });
    await webhook({ url: `${receiver.base}/`, events: ['conversation.ended'], agent_id: id });
    const knowsNoFormats: ChatScript = (exchange) => {
      const hasFormat = 'response_format' in exchange.request.body;
      return (hasFormat ? refuse(400) : say('{"outcome": "declined", "nights": "two"}'))(exchange);
    };
    setup.model.answer(alsoSummarising(knowsNoFormats));
    await converse(id);
    await expect.poll(() => receiver.messages.length).toBe(1);
    const { data } = ended(receiver.messages)!.event;
    expect(data.summary).toEqual({ outcome: 'declined' });
    expect(data).not.toHaveProperty('transcript');
  });

  test('has no summary where the session declines, or the model gives none', async () => {
    const receiver = await WebhookReceiver.start();
    const id = await setup.agents.made({ ...agent, keep_transcripts: true, summary: SUMMARY });
    await webhook({ url: `${receiver.base}/`, events: ['conversation.ended'] });
    const client = await setup.open({ agent_id: id, mode: 'llm-tts', keep_transcripts: 'false' });
    client.socket.close();
    await expect.poll(() => receiver.messages.length).toBe(1);
    expect(receiver.messages[0]!.event.data).not.toHaveProperty('summary');
    setup.model.answer(alsoSummarising(say('I would rather not.')));
    await converse(id);
    await expect.poll(() => receiver.messages.length).toBe(2);
    expect(receiver.messages[1]!.event.data.summary).toBe(null);
  });

  test('is seen live by those who follow events, from where they were', async () => {
    const id = await setup.agents.made(agent);
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const follow = async (headers: Record<string, string>) => {
      const answer = await fetch(`${setup.server.base}/events?api_key=${KEY}`, {
        headers: { accept: 'text/event-stream', ...headers },
        signal: leaving.signal,
      });
      expect(answer.headers.get('content-type')).toContain('text/event-stream');
      let text = '';
      void (async () => {
        for await (const part of answer.body!) text += Buffer.from(part).toString();
      })().catch(() => undefined);
      return () => [...text.matchAll(/^id: (\S+)\nevent: (\S+)\ndata: (.*)$/gm)];
    };
    const seen = await follow({});
    await converse(id);
    await expect
      .poll(() => seen().map(([, , type]) => type))
      .toEqual(['conversation.started', 'conversation.ended']);
    const [[, firstId, , body]] = seen() as unknown as [[string, string, string, string]];
    expect(JSON.parse(body)).toMatchObject({ id: firstId, data: { agent_id: id } });
    const again = await follow({ 'last-event-id': firstId });
    await expect.poll(() => again().map(([, , type]) => type)).toEqual(['conversation.ended']);
  });
});
