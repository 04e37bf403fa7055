/** A LiveKit SIP process for one test file, on loopback only. It connects telephone calls to rooms. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../bench/processes/free-port.ts';
import { buildLiveKitSip } from '../livekit-sip-program.ts';
import { until } from '../server.ts';

const START_TIMEOUT_MS = 20_000;

export class LiveKitSip {
  /** Its SIP port, over UDP. */
  readonly port: number;
  readonly #process: ChildProcess;
  #said = '';

  private constructor(program: string, port: number, config: object) {
    this.port = port;
    this.#process = spawn(program, ['--config-body', JSON.stringify(config)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-200_000);
    };
    this.#process.stdout?.on('data', hear);
    this.#process.stderr?.on('data', hear);
    process.on('exit', this.#clear);
  }

  /**
   * @param config as in its configuration file
   * @throws Error when the program is neither built nor can be
   */
  static async start(config: Readonly<Record<string, unknown>>): Promise<LiveKitSip> {
    const port = await freePort('udp');
    const sip = new LiveKitSip(await buildLiveKitSip(), port, {
      ...config,
      sip_port: port,
      listen_ip: '127.0.0.1',
      nat_1_to_1_ip: '127.0.0.1',
      media_nat_1_to_1_ip: '127.0.0.1',
      // On a machine that is busy with other tests it would refuse calls otherwise.
      max_cpu_utilization: 1,
      logging: { level: 'debug', json: true },
    });
    await until('LiveKit SIP is ready', () => sip.#isReady(), START_TIMEOUT_MS);
    return sip;
  }

  /** The end of its log, for messages of failed tests. */
  get log(): string {
    return this.#said;
  }

  async remove(): Promise<void> {
    process.off('exit', this.#clear);
    if (this.#hasExited) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }

  get #hasExited(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  #isReady(): boolean {
    if (this.#hasExited) throw new Error(`livekit-sip did not start: ${this.#said.slice(-3000)}`);
    return this.#said.includes('"service ready"');
  }

  /** For a test run that ends early. */
  readonly #clear = (): void => {
    this.#process.kill('SIGKILL');
  };
}
