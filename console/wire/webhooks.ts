import { ask } from './http.ts';

export interface Webhook {
  readonly webhook_id: string;
  readonly url: string;
  /** Absent for all. */
  readonly events?: readonly string[];
  /** Absent for all. */
  readonly agent_id?: string;
  readonly created_at: string;
}

export interface NewWebhook {
  readonly url: string;
  readonly events?: readonly string[];
  readonly agent_id?: string;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event that was or is to be sent to a webhook. */
export interface Delivery {
  readonly event_id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly response_status?: number;
  readonly error?: string;
  /** Time of the event. */
  readonly created_at: string;
  readonly next_attempt_at?: string;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly next_cursor?: number;
}

const pathOf = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

/** @throws WireError */
export async function listWebhooks(): Promise<readonly Webhook[]> {
  return (await ask<{ readonly webhooks: readonly Webhook[] }>('/webhooks')).webhooks;
}

/**
 * @returns the key of its signatures, which the server returns only once
 * @throws WireError 422 with the faults
 */
export async function makeWebhook(webhook: NewWebhook): Promise<string> {
  return (await ask<{ readonly secret: string }>('/webhooks', { method: 'POST', json: webhook })).secret;
}

/** @throws WireError */
export async function deleteWebhook(id: string): Promise<void> {
  await ask(pathOf(id), { method: 'DELETE' });
}

/**
 * Lists sent and waiting deliveries of a webhook, newest event first.
 * @param cursor from the previous page; undefined for the first one
 * @throws WireError 404 when there is none
 */
export function listDeliveries(
  id: string,
  status: DeliveryStatus | undefined,
  cursor?: number,
): Promise<DeliveryPage> {
  return ask(`${pathOf(id)}/deliveries`, { query: { status, cursor } });
}

/** Sends an event again, after success or failure. */
export async function resend(id: string, eventId: string): Promise<void> {
  await ask(`${pathOf(id)}/deliveries/${encodeURIComponent(eventId)}/resend`, { method: 'POST' });
}
