import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Transfers } from '../../calls/transfers.ts';

const Path = Type.Object({ transfer_id: Type.String({ maxLength: 64 }) });
const Query = Type.Object({ Digits: Type.String({ maxLength: 32 }) });

/** Routes that Twilio asks during a warm transfer. The id is the credential. */
export function transferRoutes(
  app: FastifyInstance,
  { transfers }: { readonly transfers: Pick<Transfers, 'sound' | 'pressed'> },
): void {
  app.get<{ Params: Static<typeof Path> }>(
    '/transfers/:transfer_id/announcement.wav',
    { schema: { hide: true, params: Path } },
    async (request, reply) => {
      const sound = await transfers.sound(request.params.transfer_id);
      // Twilio keeps what it has fetched, unless it is told not to.
      return reply.type('audio/wav').header('cache-control', 'no-store').send(sound);
    },
  );

  app.get<{ Params: Static<typeof Path>; Querystring: Static<typeof Query> }>(
    '/transfers/:transfer_id/key',
    { exposeHeadRoute: false, schema: { hide: true, params: Path, querystring: Query } },
    async (request, reply) => {
      const { Digits: digits } = request.query;
      const instructions = await transfers.pressed(request.params.transfer_id, digits);
      return reply.type('text/xml').header('cache-control', 'no-store').send(instructions);
    },
  );
}
