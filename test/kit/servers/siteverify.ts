import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The form that the service received. */
export type VerifyForm = Readonly<Record<string, string>>;

export const SITE_SECRET = 'secret-of-the-site';

/**
 * A local service that verifies challenges like the known ones: a form with `secret`, `response` and `remoteip` in,
 * JSON with `success` out. `human` and all texts that begin with it pass, each once. Other responses simulate faults.
 */
export class SiteVerifyServer {
  readonly forms: VerifyForm[] = [];
  /** Requests whose client disconnected before the response. */
  calledOff = 0;
  /** Requests that followed a redirect. */
  redirected = 0;
  readonly #used = new Set<string>();
  readonly #sockets = new Set<Socket>();
  readonly #http: Server;

  private constructor() {
    this.#http = createServer((request, response) => {
      if (request.url === '/elsewhere') this.redirected++;
      let text = '';
      request.on('data', (part: Buffer) => {
        text += part.toString();
      });
      request.on('end', () => {
        const form = Object.fromEntries(new URLSearchParams(text));
        this.forms.push({
          ...form,
          type: request.headers['content-type'] ?? '',
          method: request.method ?? '',
        });
        const json = (body: unknown): void => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(body));
        };
        const visitor = form.response ?? '';
        if (visitor === 'slow') {
          response.on('close', () => this.calledOff++);
        } else if (visitor === 'endless') {
          response.on('close', () => this.calledOff++);
          response.write('{"success": true, ');
        } else if (visitor === 'garbage') response.end('<html>No such page</html>');
        else if (visitor === 'undecided') json({ success: 'true' });
        else if (visitor === 'null') json(null);
        else if (visitor === 'huge') json({ success: true, more: 'x'.repeat(100_000) });
        else if (visitor === 'broken') response.writeHead(500).end(JSON.stringify({ success: true }));
        else if (visitor === 'cut') request.socket.destroy();
        else if (visitor === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
        else if (form.secret !== SITE_SECRET)
          json({ success: false, 'error-codes': ['invalid-input-secret'] });
        else if (this.#used.has(visitor)) json({ success: false, 'error-codes': ['timeout-or-duplicate'] });
        else {
          this.#used.add(visitor);
          const success = visitor.startsWith('human');
          json(success ? { success } : { success, 'error-codes': ['invalid-input-response'] });
        }
      });
    });
    this.#http.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(): Promise<SiteVerifyServer> {
    const server = new SiteVerifyServer();
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/siteverify`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#http.close();
    await once(this.#http, 'close');
  }
}
