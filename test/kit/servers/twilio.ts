/**
 * The part of Twilio's REST API that makes calls, changes those in progress and says what became of them, and the TwiML
 * that this server sends. Twilio is a paid service, so this replaces it
 * (https://www.twilio.com/docs/voice/api/call-resource, https://www.twilio.com/docs/voice/twiml).
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
  /** What is pressed when a key is asked for; none if it is left out. */
  readonly key?: string;
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
  /** Sounds that were played to it. */
  readonly played: Buffer[];
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
  /** Who is in which conference: identifiers of calls, by the name of the conference. */
  readonly conferences = new Map<string, Set<string>>();
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
    this.#confer(callSid, form.Twiml);
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
      played: [],
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
    if (call.form.Twiml?.includes('<Gather')) {
      await this.#gather(call);
      return;
    }
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

  /** Plays sounds and asks for keys, until one is pressed, which decides how the call goes on. */
  async #gather(call: MadeCall): Promise<void> {
    const { key } = this.telephone;
    const gathers =
      /<Gather numDigits="1" timeout="(\d+)" method="GET" action="([^"]+)"><Play>([^<]+)<\/Play>/g;
    for (const [, seconds, action = '', sound = ''] of (call.form.Twiml ?? '').matchAll(gathers)) {
      call.played.push(Buffer.from(await (await this.#fetch(sound)).arrayBuffer()));
      if (key === undefined) {
        // Shorter than in earnest.
        await sleep(Number(seconds) * 10);
        continue;
      }
      const answer = await this.#fetch(`${action}?Digits=${encodeURIComponent(key)}&CallSid=${call.sid}`);
      if (this.#confer(call.sid, await answer.text())) return;
      break;
    }
    if (call.status === 'in-progress') this.#end(call, 'completed');
  }

  async #fetch(url: string): Promise<Response> {
    const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, this.streamAddress.replace(/^ws/, 'http')));
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer;
  }

  /** @returns whether the instructions put the call into a conference */
  #confer(callSid: string, instructions: string): boolean {
    const [, name] = /<Conference[^>]*>([^<]+)</.exec(instructions) ?? [];
    if (name === undefined) return false;
    this.conferences.set(name, (this.conferences.get(name) ?? new Set()).add(callSid));
    return true;
  }

  #end(call: MadeCall, status: string): void {
    call.status = status;
    for (const members of this.conferences.values()) {
      // All of ours end with any of their members.
      if (members.delete(call.sid)) members.clear();
    }
    call.caller?.hush();
    call.caller?.socket.socket.terminate();
  }
}

function toJson({ sid, to, from, status, createdAt }: MadeCall): object {
  return { sid, account_sid: TWILIO_ACCOUNT, to, from, status, date_created: createdAt.toUTCString() };
}
