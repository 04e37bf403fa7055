import type { FastifyInstance } from 'fastify';
import { isTooDeep } from '../../../media/json.ts';
import { refusal } from '../../errors/api-error.ts';
import { incomingStream } from '../../http/forms/incoming.ts';
import { tooDeep } from '../../http/json-body.ts';

/** Reads the body of a request that came through the port, after all `onRequest` hooks. */
export function takeIncomingBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (_request, _reply, payload) => incomingStream() ?? payload);
}

/**
 * Treats an empty body as no body, whatever its Content-Type: clients send `application/json` on every POST and DELETE.
 * A body that is present must be JSON.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text.trim() === '') done(null, undefined);
    else {
      parseJson(request, text, (error, body) => {
        if (!error && isTooDeep(body)) done(tooDeep(['body']));
        else done(error, body);
      });
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(refusal('body_not_json'));
  });
}
