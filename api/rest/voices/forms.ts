/** Shared by the routes that create voices from uploaded recordings. */
import type { FastifyRequest } from 'fastify';
import { type ApiError, invalid } from '../../errors/api-error.ts';
import { incomingBody } from '../../http/forms/incoming.ts';
import type { Form } from '../../http/forms/multipart.ts';
import { identityOf } from '../common/identity.ts';
import type { RestDeps } from '../deps.ts';

/** Error statuses that all of these routes may return. */
export const UPLOAD_FAILURES = [400, 401, 403, 408, 413, 422, 429, 503];

/** Calls `use` with the form of the request, if any, and a signal that aborts when the client disconnects. */
export function withForm<T>(
  { enrolments }: Pick<RestDeps, 'enrolments'>,
  request: FastifyRequest,
  use: (form: Form | null, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const body = incomingBody(request);
  const { 'content-type': contentType } = request.headers;
  return enrolments.withForm(identityOf(request).ownerId, contentType, body, (form) =>
    use(form, body.signal),
  );
}

export function textOrNull(text: string | undefined): string | null {
  return text?.trim() || null;
}

export function missingFile(field: string, form: Form | null): ApiError {
  if (form === null) return invalid(['body', field], 'file_missing', { field });
  return invalid(['body', field], form.fields.has(field) ? 'file_expected' : 'field_missing');
}
