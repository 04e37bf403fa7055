import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EngineStats } from '../../engine/index.ts';
import { VERSION } from './version.ts';

export type Transport = 'sse' | 'websocket' | 'agent' | 'demo' | 'openai' | 'wyoming';

/** The state of `Overload`. */
export interface OverloadState {
  readonly cause: string | null;
  readonly reading: { readonly event_loop: number; readonly memory: number };
}

/** Metrics of the process. The library's timer and observer for them never end, so they are created once. */
let processMetrics: Registry | null = null;

function metricsOfProcess(): Registry {
  if (processMetrics === null) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/**
 * All metrics of the server, in the Prometheus text format. Labels have few values by design: never a voice, a key, a
 * text or a raw path.
 */
export class Metrics {
  readonly registry = Registry.merge([metricsOfProcess()]);

  /** Time from the moment enough text had arrived to speak until its first audio. */
  readonly firstAudioSeconds: Histogram<'engine'>;
  /** Seconds of work per second of audio, for one window; below 1 a lane keeps up with one listener. */
  readonly realTimeFactor: Histogram<'engine'>;
  /** Characters billed. */
  readonly characters: Counter<'transport'>;
  readonly audioSeconds: Counter<'transport'>;
  /** Streams rejected because of a limit, an overload or a faulty request, by status code. */
  readonly refusals: Counter<'transport' | 'status'>;
  readonly httpRequests: Counter<'method' | 'route' | 'status'>;
  readonly httpSeconds: Histogram<'method' | 'route'>;
  readonly socketsOpen: Gauge<'kind'>;
  /** Enrolment attempts: `learned`, the fault of the recording, `aborted` or `failed`. */
  readonly enrolments: Counter<'outcome'>;
  readonly enrolmentSeconds: Histogram<string>;
  /**
   * Outcomes of starting a restore job: `finished`, `refused` for its recording, `failed` for good, `retried` later,
   * `returned` at shutdown, `lost` because it was deleted or taken by another process.
   */
  readonly restoreJobs: Counter<'outcome'>;
  readonly restoreSeconds: Histogram<string>;
  /** Recordings sent for transcription: `transcribed`, the fault, `aborted` or `failed`. */
  readonly transcriptions: Counter<'outcome'>;
  readonly conversationsOpen: Gauge<'door'>;
  readonly conversationsEnded: Counter<'door' | 'reason'>;
  /** Attempts at outgoing calls that are over. */
  readonly callAttempts: Counter<'via' | 'status' | 'reason'>;
  /** Stages of a turn, from the end of the caller's speech; see `TurnMetrics`. */
  readonly agentTurnSeconds: Histogram<'stage'>;
  /** Answers interrupted by the caller. */
  readonly agentInterruptions: Counter<string>;
  /** Those of them that began before the caller's turn was over. */
  readonly agentCutOffs: Counter<string>;

  constructor() {
    const registers = [this.registry];
    new Gauge({
      name: 'parley_build_info',
      help: '1, with the version of the server and of Node.js as labels',
      labelNames: ['version', 'node'],
      registers,
    }).set({ version: VERSION, node: process.versions.node }, 1);
    this.firstAudioSeconds = new Histogram({
      name: 'parley_first_audio_seconds',
      help: 'Time to first audio, from when the text could be spoken',
      labelNames: ['engine'],
      buckets: [0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2, 5],
      registers,
    });
    this.realTimeFactor = new Histogram({
      name: 'parley_real_time_factor',
      help: 'Seconds of computation per second of audio, for each window',
      labelNames: ['engine'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 5],
      registers,
    });
    this.characters = new Counter({
      name: 'parley_characters_total',
      help: 'Characters billed',
      labelNames: ['transport'],
      registers,
    });
    this.audioSeconds = new Counter({
      name: 'parley_audio_seconds_total',
      help: 'Seconds of audio sent',
      labelNames: ['transport'],
      registers,
    });
    this.refusals = new Counter({
      name: 'parley_refusals_total',
      help: 'Streams and texts refused',
      labelNames: ['transport', 'status'],
      registers,
    });
    this.httpRequests = new Counter({
      name: 'parley_http_requests_total',
      help: 'HTTP requests answered',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.httpSeconds = new Histogram({
      name: 'parley_http_request_seconds',
      help: 'Response time of requests, except streams',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    });
    this.socketsOpen = new Gauge({
      name: 'parley_sockets_open',
      help: 'WebSockets and Wyoming connections open',
      labelNames: ['kind'],
      registers,
    });
    this.enrolments = new Counter({
      name: 'parley_enrolments_total',
      help: 'Recordings sent for cloning, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.enrolmentSeconds = new Histogram({
      name: 'parley_enrolment_seconds',
      help: 'Time to learn a voice or to reject the recording',
      buckets: [0.5, 1, 2, 5, 10, 20, 30, 60],
      registers,
    });
    this.restoreJobs = new Counter({
      name: 'parley_restore_jobs_total',
      help: 'Attempts at restore jobs, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.restoreSeconds = new Histogram({
      name: 'parley_restore_seconds',
      help: 'Time to restore a recording',
      buckets: [1, 2, 5, 10, 20, 60, 120, 300, 600],
      registers,
    });
    this.transcriptions = new Counter({
      name: 'parley_transcriptions_total',
      help: 'Recordings sent for transcription, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.conversationsOpen = new Gauge({
      name: 'parley_conversations_open',
      help: 'Conversations with agents in progress',
      labelNames: ['door'],
      registers,
    });
    this.conversationsEnded = new Counter({
      name: 'parley_conversations_ended_total',
      help: 'Conversations with agents that are over, by why they ended',
      labelNames: ['door', 'reason'],
      registers,
    });
    this.callAttempts = new Counter({
      name: 'parley_call_attempts_total',
      help: 'Attempts at outgoing calls that are over, by how they ended',
      labelNames: ['via', 'status', 'reason'],
      registers,
    });
    this.agentTurnSeconds = new Histogram({
      name: 'parley_agent_turn_seconds',
      help: 'Latency of the stages of a turn',
      labelNames: ['stage'],
      buckets: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10],
      registers,
    });
    this.agentInterruptions = new Counter({
      name: 'parley_agent_interruptions_total',
      help: 'Answers that callers interrupted',
      registers,
    });
    this.agentCutOffs = new Counter({
      name: 'parley_agent_cut_offs_total',
      help: 'Answers that callers interrupted because their turn was not over',
      registers,
    });
  }

  /** Reports whether new work is refused, and what is measured for that. Call it once. */
  watchOverload(overload: OverloadState): void {
    const registers = [this.registry];
    new Gauge({
      name: 'parley_overloaded',
      help: '1 while new work is refused because of the event loop or memory',
      labelNames: ['cause'],
      registers,
      collect() {
        for (const cause of Object.keys(overload.reading))
          this.set({ cause }, overload.cause === cause ? 1 : 0);
      },
    });
    new Gauge({
      name: 'parley_event_loop_late_seconds',
      help: 'By how much the median turn of the event loop was late in the last second',
      registers,
      collect() {
        this.set(overload.reading.event_loop / 1000);
      },
    });
    new Gauge({
      name: 'parley_memory_used_ratio',
      help: 'Share of the memory of the container or machine that this process uses',
      registers,
      collect() {
        this.set(overload.reading.memory);
      },
    });
  }

  /** Reports the maximum number of conversations of this process. Call it once. */
  watchCapacity(max: () => number): void {
    new Gauge({
      name: 'parley_conversations_max',
      help: 'Conversations that this process holds at most',
      registers: [this.registry],
      collect() {
        this.set(max());
      },
    });
  }

  /** Reports whether limits hold across all processes that share a Redis. Call it once. */
  watchSharedLimits(isShared: () => boolean): void {
    new Gauge({
      name: 'parley_limits_shared',
      help: '1 while limits hold over all processes, 0 while Redis does not answer',
      registers: [this.registry],
      collect() {
        this.set(isShared() ? 1 : 0);
      },
    });
  }

  /** Reports an engine's figures on every scrape. Call it once. */
  watchEngine(stats: () => EngineStats): void {
    const gauge = (name: string, help: string, read: (stats: EngineStats) => number) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(read(stats()));
        },
      });
    const counter = (name: string, help: string, read: (stats: EngineStats) => number) =>
      new Counter({
        name,
        help,
        registers: [this.registry],
        collect() {
          // The engine counts from its start. A counter can only be set by resetting it first.
          this.reset();
          this.inc(read(stats()));
        },
      });
    gauge('parley_streams_active', 'Streams being synthesized', ({ activeStreams }) => activeStreams);
    gauge('parley_streams_waiting', 'Streams waiting for admission', ({ waitingStreams }) => waitingStreams);
    gauge('parley_queue_depth', 'Tasks waiting for a lane', ({ queuedSteps }) => queuedSteps);
    gauge('parley_lanes', 'Worker threads', ({ lanes }) => lanes);
    counter(
      'parley_underruns_total',
      'Chunks that arrived later than the listener needed them',
      (s) => s.underruns,
    );
    counter('parley_engine_busy_seconds_total', 'Seconds of computation in the lanes', (s) => s.busySeconds);
    counter('parley_engine_audio_seconds_total', 'Seconds of audio synthesized', (s) => s.audioSeconds);
  }
}
