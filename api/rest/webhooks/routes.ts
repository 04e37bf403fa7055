import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import {
  DeliveriesQuery,
  DeliveryPath,
  DeliverySchema,
  deliveryBody,
  NewWebhookBody,
  WebhookPath,
  WebhookSchema,
  webhookBody,
} from './schemas.ts';

const TAGS = ['Events'];
const DEFAULT_DELIVERIES = 50;

/** Routes for webhooks, and for their deliveries. */
export function webhookRoutes(app: FastifyInstance, { webhooks }: Pick<RestDeps, 'webhooks'>): void {
  app.post<{ Body: NewWebhookBody }>(
    '/webhooks',
    {
      schema: {
        tags: TAGS,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Events from now on are sent to its address, signed as in https://www.standardwebhooks.com. The secret is in ' +
          'this answer and nowhere else.',
        security: secured('manage'),
        body: NewWebhookBody,
        response: {
          200: data(
            Type.Object({
              webhook: WebhookSchema,
              secret: Type.String({ description: 'Key of the signatures, beginning with `whsec_`' }),
            }),
            'The new webhook',
          ),
          ...errorResponses(401, 403, 404, 409, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const { url, events = null, agent_id: agentId = null } = request.body;
      const { webhook, secret } = await webhooks.create(identityOf(request).ownerId, {
        url,
        events,
        agentId,
      });
      reply.header('cache-control', 'no-store');
      return { data: { webhook: webhookBody(webhook), secret } };
    },
  );

  app.get(
    '/webhooks',
    {
      schema: {
        tags: TAGS,
        operationId: 'listWebhooks',
        summary: 'List your webhooks',
        description: 'Oldest first, without their secrets.',
        security: secured('manage'),
        response: {
          200: data(Type.Object({ webhooks: Type.Array(WebhookSchema) }), 'Your webhooks'),
          ...errorResponses(401, 403),
        },
      },
    },
    async (request) => ({
      data: { webhooks: (await webhooks.list(identityOf(request).ownerId)).map(webhookBody) },
    }),
  );

  app.delete<{ Params: Static<typeof WebhookPath> }>(
    '/webhooks/:webhook_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'What has not been delivered to it is not sent any more.',
        security: secured('manage'),
        params: WebhookPath,
        response: {
          200: data(Type.Object({ message: Type.String(), webhook_id: Type.String() }), 'It was deleted'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { webhook_id: id } = request.params;
      await webhooks.delete(identityOf(request).ownerId, id);
      return { data: { message: 'Webhook has successfully been deleted.', webhook_id: id } };
    },
  );

  app.get<{ Params: Static<typeof WebhookPath>; Querystring: Static<typeof DeliveriesQuery> }>(
    '/webhooks/:webhook_id/deliveries',
    {
      schema: {
        tags: TAGS,
        operationId: 'listDeliveries',
        summary: 'List what was sent to a webhook, and what is still to be sent',
        description: 'Newest event first. Deliveries are kept for seven days, and while they are pending.',
        security: secured('manage'),
        params: WebhookPath,
        querystring: DeliveriesQuery,
        response: {
          200: data(
            Type.Object({
              deliveries: Type.Array(DeliverySchema),
              next_cursor: Type.Optional(Type.Integer({ description: 'Where there is another page' })),
            }),
            'A page of deliveries',
          ),
          ...errorResponses(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_DELIVERIES, cursor = null, status = null } = request.query;
      const { ownerId } = identityOf(request);
      const page = await webhooks.deliveries(ownerId, request.params.webhook_id, { limit, cursor, status });
      return {
        data: {
          deliveries: page.deliveries.map(deliveryBody),
          ...(page.nextCursor !== null && { next_cursor: page.nextCursor }),
        },
      };
    },
  );

  app.post<{ Params: Static<typeof DeliveryPath> }>(
    '/webhooks/:webhook_id/deliveries/:event_id/resend',
    {
      schema: {
        tags: TAGS,
        operationId: 'resendEvent',
        summary: 'Send an event to a webhook again',
        description: 'With the same `webhook-id`, whether or not it was delivered before.',
        security: secured('manage'),
        params: DeliveryPath,
        response: {
          200: data(Type.Object({ delivery: DeliverySchema }), 'It is sent soon'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { webhook_id: webhookId, event_id: eventId } = request.params;
      const delivery = await webhooks.sendAgain(identityOf(request).ownerId, webhookId, eventId);
      return { data: { delivery: deliveryBody(delivery) } };
    },
  );
}
