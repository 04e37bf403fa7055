/** A telephone: SIPp makes or takes the call (SIP, RFC 3261); its audio is sent and received here (RTP, RFC 3550). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeMulaw, encodeMulaw } from '../../../media/mulaw.ts';
import { Microphone } from './caller.ts';
import { answeringScenario, callingScenario } from './sipp-scenarios.ts';

/** Payload types of PCMU (RFC 3551) and DTMF (RFC 4733). */
const MULAW = 0;
const KEYS_TYPE = 101;
const KEYS = '0123456789*#ABCD';
const HEADER_BYTES = 12;
const FRAME = 160;
/** Duration of a key press, in frames of 20 ms. */
const KEY_FRAMES = 5;
const MARKER = 0x80;

/** Returns why tests with telephones are skipped, or null when SIPp is installed. */
export function whyNoSipp(): string | null {
  try {
    execFileSync('sipp', ['-v'], { stdio: 'ignore' });
    return null;
  } catch (error) {
    // It prints its version and exits with another code than 0.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing ? "no sipp on the PATH (Debian's package sip-tester)" : null;
  }
}

export class SipTelephone {
  /** Settles with SIPp's exit code at the end of the call: 0 when the call followed its scenario. */
  readonly over: Promise<number | null>;
  /** Digits that the other side sent. */
  pressed = '';
  readonly #rtp: Socket;
  readonly #sipp: ChildProcess;
  readonly #microphone: Microphone;
  readonly #heard: Buffer[] = [];
  #there: RemoteInfo | null = null;
  #sequence = 0;
  #timestamp = 0;
  /** Timestamp of the start of the last digit from the other side. */
  #lastKey = -1;
  /** The digit being sent, with the number of frames sent. */
  #key: { readonly code: number; readonly startedAt: number; frames: number } | null = null;

  private constructor(rtp: Socket, sipp: ChildProcess) {
    this.#rtp = rtp;
    this.#sipp = sipp;
    this.over = once(sipp, 'exit').then(([code]) => code as number | null);
    rtp.on('message', (packet, from) => this.#receive(packet, from));
    this.#microphone = new Microphone((frame) => this.#send(frame));
  }

  /**
   * Creates a telephone that is called.
   * @param port its SIP port, over UDP
   * @param ringMs how long it rings
   */
  static answering(port: number, ringMs: number): Promise<SipTelephone> {
    return SipTelephone.#start((rtpPort) => answeringScenario(rtpPort, ringMs), ['-p', String(port)]);
  }

  /** Creates a telephone that is called and follows a scenario without audio. */
  static answeringWith(port: number, scenario: string): Promise<SipTelephone> {
    return SipTelephone.#start(() => scenario, ['-p', String(port)]);
  }

  /**
   * Creates a telephone that calls a number.
   * @param port of the SIP server on this machine
   * @param rest scenario after the answer
   */
  static calling(port: number, to: string, rest: string): Promise<SipTelephone> {
    const scenario = (rtpPort: number) => callingScenario(rtpPort, rest);
    return SipTelephone.#start(scenario, ['-s', to, `127.0.0.1:${port}`]);
  }

  static async #start(scenario: (rtpPort: number) => string, args: readonly string[]): Promise<SipTelephone> {
    const rtp = createSocket('udp4').bind(0, '127.0.0.1');
    await once(rtp, 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'parley-sipp-'));
    const file = join(folder, 'scenario.xml');
    writeFileSync(file, scenario(rtp.address().port));
    const sipp = spawn('sipp', ['-sf', file, '-i', '127.0.0.1', '-m', '1', '-nostdin', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
    sipp.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return new SipTelephone(rtp, sipp);
  }

  /** Audio received so far, at 8 kHz. */
  get heard(): Float32Array {
    return decodeMulaw(Buffer.concat(this.#heard));
  }

  /** Whether the last `ms` milliseconds contain loud audio. */
  hears(ms: number): boolean {
    return this.heard.slice(-8 * ms).some((sample) => Math.abs(sample) > 0.03);
  }

  /** @param samples mono, 16 kHz */
  speak(samples: Int16Array): Promise<void> {
    return this.#microphone.speak(samples);
  }

  press(key: string): void {
    this.#key = { code: KEYS.indexOf(key), startedAt: this.#timestamp, frames: 0 };
  }

  async remove(): Promise<void> {
    this.#microphone.close();
    this.#sipp.kill('SIGKILL');
    await this.over;
    this.#rtp.close();
  }

  #receive(packet: Buffer, from: RemoteInfo): void {
    this.#there = from;
    const type = (packet[1] ?? 0) & 0x7f;
    const payload = packet.subarray(HEADER_BYTES);
    if (type === MULAW) this.#heard.push(payload);
    const timestamp = packet.readUInt32BE(4);
    if (type !== KEYS_TYPE || timestamp === this.#lastKey) return;
    this.#lastKey = timestamp;
    this.pressed += KEYS[payload[0] ?? -1] ?? '?';
  }

  /**
   * Sends a frame every 20 ms: speech, decimated from 16 to 8 kHz by dropping every second sample, or a digit instead.
   */
  #send(frame: Int16Array): void {
    const key = this.#key;
    if (key) this.#sendKey(key);
    else this.#packet(MULAW, this.#timestamp, encodeMulaw(frame.filter((_, i) => i % 2 === 0)));
    this.#timestamp += FRAME;
  }

  #sendKey(key: { readonly code: number; readonly startedAt: number; frames: number }): void {
    key.frames++;
    const isLast = key.frames === KEY_FRAMES;
    const held = key.frames * FRAME;
    const payload = Uint8Array.of(key.code, isLast ? 0x80 | 10 : 10, held >> 8, held & 0xff);
    // The end of a digit is sent three times.
    for (let i = 0; i < (isLast ? 3 : 1); i++) {
      this.#packet(KEYS_TYPE, key.startedAt, payload, key.frames === 1);
    }
    if (isLast) this.#key = null;
  }

  #packet(type: number, timestamp: number, payload: Uint8Array, isMarked = false): void {
    if (!this.#there) return;
    const header = Buffer.alloc(HEADER_BYTES);
    header[0] = 0x80;
    header[1] = type | (isMarked ? MARKER : 0);
    header.writeUInt16BE(this.#sequence++ & 0xffff, 2);
    header.writeUInt32BE(timestamp, 4);
    header.writeUInt32BE(0x7e1e, 8);
    this.#rtp.send(Buffer.concat([header, payload]), this.#there.port, this.#there.address);
  }
}
