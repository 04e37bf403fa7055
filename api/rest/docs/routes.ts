import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ownAddress } from '../../http/own-address.ts';
import type { RestDeps } from '../deps.ts';
import { openApiDocument } from './openapi.ts';
import { DOCS_STYLE, docsPage, SERVER_MARK } from './page.ts';

/** Only the page's own style may load, so that the page works without a network and contacts no other server. */
const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** `/docs`: the OpenAPI document as a readable page, with command lines for the address it was requested from. */
export function docsRoutes(app: FastifyInstance, { settings }: Pick<RestDeps, 'settings'>): void {
  let page: string | null = null;
  app.get('/docs', { schema: { hide: true } }, async (request, reply) => {
    page ??= docsPage(openApiDocument(app));
    const address = ownAddress(request, settings.publicUrl);
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer');
    return page
      .replaceAll(`http://${SERVER_MARK}`, address)
      .replaceAll(`ws://${SERVER_MARK}`, address.replace(/^http/, 'ws'));
  });
}
