/** What the routes share that make voices of uploaded recordings. */
import type { FastifyRequest } from 'fastify';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { incomingBody } from '../../http/forms/incoming.ts';
import type { Form } from '../../http/forms/multipart.ts';
import { NameTakenError } from '../../storage/voices.ts';
import type { RestDeps } from '../deps.ts';
import { identityOf } from '../shared/identity.ts';

/** Clients match these words. */
const NAME_TAKEN = 'This voice name already exists';
const INVALID_VOICE = 'Provided `voice_id` is invalid';

/** Statuses of refusals that all of them may answer with. */
export const UPLOAD_FAILURES = [400, 401, 408, 413, 422, 429, 503];

/** Runs `use` with the form of the request, if it has one, and with a signal that says that the client is gone. */
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
  const msg =
    form === null
      ? `Send a multipart/form-data body with a file in the field \`${field}\``
      : form.fields.has(field)
        ? 'Must be a file, not a text'
        : 'Field required';
  return invalid(['body', field], msg, 'missing');
}

/** There is no such voice, or it is somebody else's. */
export function noSuchVoice(): ApiError {
  return notFound(INVALID_VOICE);
}

export function nameTaken(): ApiError {
  return new ApiError(400, NAME_TAKEN);
}

export async function refusingTakenNames<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    throw error instanceof NameTakenError ? nameTaken() : error;
  }
}
