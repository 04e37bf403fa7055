import { type Static, Type } from '@sinclair/typebox';
import type { KeyInfo } from '../../credentials/keys.ts';
import { SCOPES } from '../../credentials/scopes.ts';
import { choice } from '../../http/declared-fields.ts';

/** Requests and responses of API keys. */

export const KeyPath = Type.Object({ key_id: Type.String({ maxLength: 100 }) });

export const NewKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What it is for, as shown in the list' }),
  scopes: Type.Optional(
    Type.Array(choice(SCOPES), {
      minItems: 1,
      maxItems: SCOPES.length,
      description:
        'What the key may be used for, at most what the key of the request may be used for. Default: the same.',
    }),
  ),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'Absent for a key that does not expire' }),
  ),
  admin: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether it may manage models and keys, too; needs the scope `manage`',
    }),
  ),
});
export type NewKeyBody = Static<typeof NewKeyBody>;

export const KeySchema = Type.Object({
  key_id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key; empty for one that the operator chose' }),
  admin: Type.Boolean(),
  scopes: Type.Array(choice(SCOPES)),
  current: Type.Boolean({ description: 'Whether it is the key of this request' }),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Within a minute',
  }),
  revoked_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});

export function keyBody(key: KeyInfo, currentId: string): Static<typeof KeySchema> {
  return {
    key_id: key.id,
    name: key.name,
    prefix: key.prefix,
    admin: key.isAdmin,
    scopes: [...key.scopes],
    current: key.id === currentId,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  };
}
