/** A TCP relay between a client and a server. Tests can cut it, freeze it, or inject bytes. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<{ readonly client: Socket; readonly upstream: Socket }>();
  readonly #targetPort: number;
  #isFrozen = false;
  #isRefusing = false;
  /** Number of connections accepted so far. */
  connections = 0;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer((client) => this.#relay(client));
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get open(): number {
    return this.#pairs.size;
  }

  /** Resets every connection. */
  cut(): void {
    for (const { client, upstream } of this.#pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  }

  /** Blocks all data in both directions, without closing anything. New connections are accepted, and blocked too. */
  freeze(): void {
    this.#isFrozen = true;
    for (const { client, upstream } of this.#pairs) {
      client.pause();
      upstream.pause();
    }
  }

  /** Unblocks new connections. Frozen ones stay blocked. */
  thaw(): void {
    this.#isFrozen = false;
  }

  /** Resets new connections. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing;
  }

  /** Sends bytes to every client, as if from the server. */
  inject(bytes: Uint8Array): void {
    for (const { client } of this.#pairs) client.write(bytes);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #relay(client: Socket): void {
    this.connections++;
    client.on('error', () => undefined);
    if (this.#isRefusing) return void client.resetAndDestroy();
    const upstream = connect(this.#targetPort, '127.0.0.1');
    const pair = { client, upstream };
    this.#pairs.add(pair);
    const forget = () => {
      this.#pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    upstream.on('error', forget);
    client.on('close', forget);
    upstream.on('close', forget);
    if (this.#isFrozen) return void client.pause();
    client.pipe(upstream, { end: false });
    upstream.pipe(client, { end: false });
    client.on('end', forget);
    upstream.on('end', forget);
  }
}
