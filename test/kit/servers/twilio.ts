/**
 * The part of Twilio's REST API that makes calls, changes those in progress and reports their outcome. Twilio is a paid
 * service, so this replaces it (https://www.twilio.com/docs/voice/api/call-resource).
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { TelephoneCaller } from '../clients/telephone-caller.ts';

const TWILIO_ACCOUNT = `AC${'0a'.repeat(16)}`;
const TWILIO_TOKEN = 'token-of-the-account';
const CALLS = `/2010-04-01/Accounts/${TWILIO_ACCOUNT}/Calls`;

/** A call whose instructions were changed. */
export interface ChangedCall {
  readonly callSid: string;
  /** As TwiML. */
  readonly instructions: string;
}

/** Behaviour of a called telephone: how long it rings, and the status of the call after that. */
export interface CalledTelephone {
  readonly ringMs: number;
  readonly outcome: 'in-progress' | 'busy' | 'no-answer' | 'failed' | 'nothing';
}

/** A call that was made. */
export interface MadeCall {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly form: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  status: string;
  /** The far end of its media stream; null while there is none. */
  caller: TelephoneCaller | null;
}

export class TwilioServer {
  readonly changed: ChangedCall[] = [];
  readonly made: MadeCall[] = [];
  /** Makes all calls unknown. */
  hasNoCalls = false;
  telephone: CalledTelephone = { ringMs: 100, outcome: 'in-progress' };
  /** Delay of the response to a request for a call. */
  answerMs = 0;
  /** Replaces the public address in those of streams. */
  streamAddress = '';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<TwilioServer> {
    const server = new TwilioServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Settings of a server that uses it. */
  get env() {
    const { port } = this.#server.address() as AddressInfo;
    return {
      TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT,
      TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
      TWILIO_BASE_URL: `http://127.0.0.1:${port}`,
    };
  }

  async close(): Promise<void> {
    for (const { caller } of this.made) caller?.hush();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const credentials = Buffer.from(`${TWILIO_ACCOUNT}:${TWILIO_TOKEN}`).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`) {
      return answer(401, { code: 20003, message: 'Authenticate', status: 401 });
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://twilio');
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    if (pathname === `${CALLS}.json`) {
      if (request.method === 'GET') return answer(200, { calls: this.#listed(searchParams) });
      if (!/^(\+\d+|sip:.+)$/.test(form.To ?? '') || !form.From || !form.Twiml) {
        return answer(400, { code: 21211, message: "Invalid 'To' Phone Number", status: 400 });
      }
      const call = this.#make(form);
      await sleep(this.answerMs);
      return answer(201, toJson(call));
    }
    const [, callSid = ''] = new RegExp(`^${CALLS}/(CA[0-9a-f]{32})\\.json$`).exec(pathname) ?? [];
    if (callSid === '' || this.hasNoCalls) {
      return answer(404, { code: 20404, message: 'The requested resource was not found', status: 404 });
    }
    const call = this.made.find(({ sid }) => sid === callSid);
    if (request.method === 'GET') {
      return call ? answer(200, toJson(call)) : answer(404, { code: 20404, status: 404 });
    }
    if (call && form.Status === 'completed') {
      this.#end(call, 'completed');
      return answer(200, toJson(call));
    }
    if (!form.Twiml) return answer(400, { code: 21218, message: 'Invalid TwiML', status: 400 });
    this.changed.push({ callSid, instructions: form.Twiml });
    answer(200, { sid: callSid, account_sid: TWILIO_ACCOUNT, status: 'in-progress' });
  }

  #listed(query: URLSearchParams): object[] {
    const found = this.made.filter(({ to, from }) => to === query.get('To') && from === query.get('From'));
    return found
      .reverse()
      .slice(0, Number(query.get('PageSize') ?? 50))
      .map(toJson);
  }

  #make(form: Record<string, string>): MadeCall {
    const call: MadeCall = {
      sid: `CA${randomBytes(16).toString('hex')}`,
      to: form.To ?? '',
      from: form.From ?? '',
      form,
      createdAt: new Date(),
      status: 'queued',
      caller: null,
    };
    this.made.push(call);
    void this.#ring(call, this.telephone);
    return call;
  }

  async #ring(call: MadeCall, { ringMs, outcome }: CalledTelephone): Promise<void> {
    await sleep(20);
    call.status = 'ringing';
    await sleep(ringMs);
    if (call.status !== 'ringing' || outcome === 'nothing') return;
    call.status = outcome;
    if (outcome !== 'in-progress') return;
    const [, url = ''] = /<Stream url="([^"]+)"\/>/.exec(call.form.Twiml ?? '') ?? [];
    try {
      const address = url.replace(/^wss?:\/\/[^/]+/, this.streamAddress);
      call.caller = await TelephoneCaller.call(address, call.sid);
      await call.caller.socket.closed;
    } catch {
      // The stream was refused. Twilio continues with the next instruction, and there is none.
    }
    this.#end(call, 'completed');
  }

  #end(call: MadeCall, status: string): void {
    call.status = status;
    call.caller?.hush();
    call.caller?.socket.socket.terminate();
  }
}

function toJson({ sid, to, from, status, createdAt }: MadeCall): object {
  return { sid, account_sid: TWILIO_ACCOUNT, to, from, status, date_created: createdAt.toUTCString() };
}
