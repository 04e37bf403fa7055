/**
 * The part of Twilio's REST API that changes calls in progress. Twilio is a paid service, so this replaces it
 * (https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource).
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const TWILIO_ACCOUNT = `AC${'0a'.repeat(16)}`;
const TWILIO_TOKEN = 'token-of-the-account';

/** A call whose instructions were changed. */
export interface ChangedCall {
  readonly callSid: string;
  /** As TwiML. */
  readonly instructions: string;
}

export class TwilioServer {
  readonly changed: ChangedCall[] = [];
  /** Makes all calls unknown. */
  hasNoCalls = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const answer = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      const credentials = Buffer.from(`${TWILIO_ACCOUNT}:${TWILIO_TOKEN}`).toString('base64');
      if (request.headers.authorization !== `Basic ${credentials}`) {
        return answer(401, { code: 20003, message: 'Authenticate', status: 401 });
      }
      const [, account, callSid] =
        /^\/2010-04-01\/Accounts\/(\w+)\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(request.url ?? '') ?? [];
      const instructions = new URLSearchParams(await text(request)).get('Twiml');
      if (request.method !== 'POST' || account !== TWILIO_ACCOUNT || !callSid || this.hasNoCalls) {
        return answer(404, { code: 20404, message: 'The requested resource was not found', status: 404 });
      }
      if (!instructions) return answer(400, { code: 21218, message: 'Invalid TwiML', status: 400 });
      this.changed.push({ callSid, instructions });
      answer(200, { sid: callSid, account_sid: account, status: 'in-progress' });
    });
  }

  static async start(): Promise<TwilioServer> {
    const server = new TwilioServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Settings of a server that uses it. */
  get env(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT,
      TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
      TWILIO_BASE_URL: `http://127.0.0.1:${port}`,
    };
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
