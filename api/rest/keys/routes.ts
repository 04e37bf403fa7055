import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { createKey, listKeys, revokeKey } from '../../credentials/keys.ts';
import { requireScope } from '../../credentials/scopes.ts';
import { invalid, refusal } from '../../errors/api-error.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { KeyPath, KeySchema, keyBody, NewKeyBody } from './schemas.ts';

const KEY_TAGS = ['API keys'];
const DAY_MS = 86_400_000;

/**
 * Routes for the API keys of the caller's owner, in a scope for administrators. Keys of other owners cannot be reached,
 * because they give access to that owner's voices and agents. Only `npm run keys` creates those.
 */
export function keyRoutes(app: FastifyInstance, { db }: Pick<RestDeps, 'db'>): void {
  app.get(
    '/keys',
    {
      schema: {
        tags: KEY_TAGS,
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description: 'Those of your owner, oldest first, revoked ones included. Only for administrators.',
        security: secured('manage'),
        response: {
          200: data(Type.Object({ keys: Type.Array(KeySchema) }), 'Without the keys themselves'),
          ...errorResponses(401, 403),
        },
      },
    },
    async (request, reply) => {
      const { ownerId, keyId } = identityOf(request);
      reply.header('cache-control', 'no-store');
      const keys = (await listKeys(db)).filter((key) => key.ownerId === ownerId);
      return { data: { keys: keys.map((key) => keyBody(key, keyId)) } };
    },
  );

  app.post<{ Body: NewKeyBody }>(
    '/keys',
    {
      schema: {
        tags: KEY_TAGS,
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: 'The key is in this answer and nowhere else. Only for administrators.',
        security: secured('manage'),
        body: NewKeyBody,
        response: {
          200: data(
            Type.Object({ api_key: Type.String({ description: 'The key itself' }), key: KeySchema }),
            'The new key',
          ),
          ...errorResponses(401, 403, 422),
        },
      },
    },
    async (request, reply) => {
      const caller = identityOf(request);
      const { name, scopes = caller.scopes, expires_in_days: days, admin: isAdmin = false } = request.body;
      for (const scope of scopes) requireScope(caller, scope);
      if (isAdmin && !scopes.includes('manage')) throw invalid(['body', 'admin'], 'admin_without_manage');
      const created = await createKey(db, caller.ownerId, name, {
        isAdmin,
        scopes,
        expiresAt: days === undefined ? null : new Date(Date.now() + days * DAY_MS),
      });
      reply.header('cache-control', 'no-store');
      return { data: { api_key: created.key, key: keyBody(created.info, caller.keyId) } };
    },
  );

  app.delete<{ Params: Static<typeof KeyPath> }>(
    '/keys/:key_id',
    {
      schema: {
        tags: KEY_TAGS,
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description:
          'For good, with every JWT issued from it. The key of the request is refused, so that nobody locks ' +
          'themselves out. Only for administrators.',
        security: secured('manage'),
        params: KeyPath,
        response: {
          200: data(Type.Object({ key_id: Type.String() }), 'The key was revoked'),
          ...errorResponses(401, 403, 404, 409),
        },
      },
    },
    async (request) => {
      const { ownerId, keyId } = identityOf(request);
      const { key_id: id } = request.params;
      if (id === keyId) throw refusal('own_key');
      const isOwn = (await listKeys(db)).some((key) => key.id === id && key.ownerId === ownerId);
      if (!isOwn || !(await revokeKey(db, id))) throw refusal('no_such_key');
      return { data: { key_id: id } };
    },
  );
}
