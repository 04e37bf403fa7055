/** The measurements as tables, with the project's targets. */
import { ms, NOTHING, ratio } from '../report/format.ts';
import type { Table } from '../report/table.ts';
import type {
  AgentFigures,
  AgentPart,
  AgentReport,
  BenchDoor,
  CapacityFigures,
  EndpointingFigures,
  InterruptionFigures,
  Measured,
  ResponseFigures,
  SessionsFigures,
  SessionsRow,
  Spread,
} from './figures.ts';

/** Targets for our response in a room: as a share of the peer's, and in itself on two idle cores. */
const RESPONSE_RATIO = 0.5;
const RESPONSE_MS = 700;
/** Target for the 90th percentile of the response, at each of our doors, in ms. */
const RESPONSE_P90_MS = 1200;
const INTERRUPTION_MS = 300;
const TOLD_MS = 250;
/** Target for the memory that a session adds, with ten sessions. */
const SESSION_BYTES = 45_000_000;
const SESSIONS = 10;

/** Load average above which the machine was not idle. */
const BUSY_LOAD = 0.5;

const NAMES: Readonly<Record<BenchDoor, string>> = {
  room: 'ours, room',
  websocket: 'ours, WebSocket',
  peer: 'peer, room',
};

const both = ({ p50, p90 }: Spread): string => (p50 === null ? NOTHING : `${ms(p50)} / ${ms(p90)}`);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const met = (value: number | null, target: number): string =>
  value === null ? 'not measured' : value <= target ? 'met' : 'MISSED';
const divided = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a / b;

function responseTables(figures: ResponseFigures): Table[] {
  const { rows, ratio: paired, turns, recordings } = figures;
  const of = (door: BenchDoor): Spread | null => rows.find((row) => row.door === door)?.response ?? null;
  const p50 = of('room')?.p50 ?? null;
  const shareOfMedians = divided(p50, of('peer')?.p50 ?? null);
  const shareOfP90 = divided(of('room')?.p90 ?? null, of('peer')?.p90 ?? null);
  return [
    {
      title: 'From the end of speech to the first audio of the answer',
      columns: ['who', 'p50', 'p90', 'turns', 'premature', 'unanswered'],
      rows: rows.map(({ door, response, premature, unanswered }) => [
        NAMES[door],
        ms(response.p50),
        ms(response.p90),
        String(response.count),
        String(premature),
        String(unanswered),
      ]),
      notes: [
        `Ours in a room: p50 ${ms(p50)}, at most ${RESPONSE_MS} ms on two idle cores: ${met(p50, RESPONSE_MS)}.`,
        ...(['room', 'websocket'] as const).map((door) => {
          const p90 = of(door)?.p90 ?? null;
          return `${NAMES[door]}: p90 ${ms(p90)}, at most ${RESPONSE_P90_MS} ms: ${met(p90, RESPONSE_P90_MS)}.`;
        }),
        `Ours in a room divided by the peer: ${ratio(shareOfMedians)} of p50, ${ratio(shareOfP90)} of p90, at most ` +
          `${ratio(RESPONSE_RATIO)}: ${met(shareOfMedians, RESPONSE_RATIO)}. Turn by turn: median ` +
          `${ratio(paired.p50)}, p90 ${ratio(paired.p90)}.`,
        `Questions: ${recordings}. Premature: answered before the caller had finished; not included in the other ` +
          `figures.`,
      ],
    },
    {
      title: 'Where the time goes',
      columns: ['who', 'end of turn', 'recognition', 'first token', 'first audio', 'at the server', 'rest'],
      rows: rows.map(({ door, stages }) => [
        NAMES[door],
        both(stages.endOfTurn),
        both(stages.recognition),
        both(stages.firstToken),
        both(stages.firstSound),
        both(stages.atServer),
        both(stages.rest),
      ]),
      notes: [
        "p50 / p90. The stages are the session's own measurements: end of turn and recognition count from the " +
          'end of speech as its VAD detected it; first token from the request to the model; first audio from the ' +
          'first text. Stages overlap where work begins before the turn has ended.',
        'At the server: from the end of speech to sending the first audio. Rest: what the caller measured beyond ' +
          'that (network, jitter buffers, silence at the beginning of the audio, and where the VAD detected the end ' +
          'of speech).',
      ],
    },
    {
      title: 'Turn by turn',
      columns: ['question', 'ours, room', 'ours, WebSocket', 'peer, room', 'room / peer'],
      rows: turns.map(({ question, room, websocket, peer }) => [
        question,
        ms(room),
        ms(websocket),
        ms(peer),
        ratio(divided(room, peer)),
      ]),
      notes: [],
    },
  ];
}

function interruptionTables({ rows }: InterruptionFigures): Table[] {
  const ours = rows.filter(({ door }) => door !== 'peer');
  return [
    {
      title: "From the beginning of an interruption to the agent's silence",
      columns: ['who', 'p50', 'p90', 'client told, p50', 'p90', 'interruptions', 'not stopped'],
      rows: rows.map(({ door, silence, told, never }) => [
        NAMES[door],
        ms(silence.p50),
        ms(silence.p90),
        ms(told.p50),
        ms(told.p90),
        String(silence.count),
        String(never),
      ]),
      notes: [
        ...ours.map(
          ({ door, silence, told }) =>
            `${NAMES[door]}: p90 ${ms(silence.p90)}, at most ${INTERRUPTION_MS} ms: ` +
            `${met(silence.p90, INTERRUPTION_MS)}; the client is told by then: p90 ${ms(told.p90)}, ` +
            `at most ${TOLD_MS} ms: ${met(told.p90, TOLD_MS)}.`,
        ),
        'Measured at the listener: the last voiced 10 ms heard within 1.5 s. If the agent happens to pause, what ' +
          'it said before counts.',
      ],
    },
  ];
}

function sessionsTables(figures: SessionsFigures): Table[] {
  const { engineBytes, readyBytes, warmBytes, recogniserBytes, rows } = figures;
  const each = (bytes: number, { aloneBytes, sessions }: SessionsRow): number =>
    (bytes - aloneBytes) / sessions;
  return [
    {
      title: 'Many conversations in one process',
      columns: [
        'door',
        'sessions',
        'response p50',
        'p90',
        'turns',
        'premature',
        'unanswered',
        'cores: server',
        'recogniser',
        'memory each, talking',
        'at rest',
      ],
      rows: rows.map((row) => [
        row.door === 'room' ? 'room' : 'WebSocket',
        String(row.sessions),
        ms(row.response.p50),
        ms(row.response.p90),
        String(row.response.count),
        String(row.premature),
        String(row.unanswered),
        row.serverCores.toFixed(2),
        row.recogniserCores.toFixed(2),
        megabytes(each(row.talkingBytes, row)),
        megabytes(each(row.restingBytes, row)),
      ]),
      notes: [
        ...rows
          .filter(({ sessions }) => sessions === SESSIONS)
          .map((row) => {
            const bytes = each(row.talkingBytes, row);
            const door = row.door === 'room' ? 'rooms' : 'WebSockets';
            // The server freed more memory than the sessions used, so their memory is unknown.
            const verdict = bytes > 0 ? met(bytes, SESSION_BYTES) : 'not measured';
            return (
              `${SESSIONS} ${door}: ${megabytes(bytes)} each while talking, ` +
              `at most ${megabytes(SESSION_BYTES)}: ${verdict}.`
            );
          }),
        'Each caller asks, listens, waits half a second to three seconds, and asks again. Memory: growth of the ' +
          "server's resident memory over its value at rest immediately before, divided by the sessions: the median " +
          'while all of them talk, and with all of them open and silent after a garbage collection.',
        `Shared by all: ${megabytes(engineBytes)} engine and voices, ${megabytes(readyBytes - engineBytes)} ` +
          `server, framework and listening models, ${megabytes(warmBytes - readyBytes)} loaded by the first ` +
          `conversations; the recogniser is another process of ${megabytes(recogniserBytes)}.`,
        'The simulated callers and, for rooms, the LiveKit server with its encryption work on the same cores.',
      ],
    },
  ];
}

function capacityTables({ rows, refusedWith }: CapacityFigures): Table[] {
  return [
    {
      title: 'As many conversations as the server accepts',
      columns: ['door', 'accepted', 'response p50', 'p90', 'answered', 'premature', 'unanswered'],
      rows: rows.map(({ door, sessions, response, premature, unanswered }) => [
        door === 'room' ? 'room' : 'WebSocket',
        String(sessions),
        ms(response.p50),
        ms(response.p90),
        String(response.count),
        String(premature),
        String(unanswered),
      ]),
      notes: [
        'As many as the server accepts on this machine by its own measurement; one more was answered with ' +
          `${refusedWith}.`,
        'The simulated callers and, for rooms, the LiveKit server with its encryption work on the same cores.',
      ],
    },
  ];
}

function endpointingTables({ rows }: EndpointingFigures): Table[] {
  const pauses = rows[0]?.pauses.map(({ pauseMs }) => pauseMs) ?? [];
  return [
    {
      title: 'Minimum endpointing delay',
      columns: [
        'minimum delay',
        'response p50',
        'p90',
        'turns',
        ...pauses.map((pause) => `cut off in ${pause} ms`),
      ],
      rows: rows.map(({ minDelayMs, response, premature, pauses: tried }) => [
        `${minDelayMs} ms`,
        ms(response.p50),
        ms(response.p90),
        String(response.count),
        String(premature),
        ...tried.map(({ said, premature }) => `${premature} of ${said}`),
      ]),
      notes: [
        'Over the WebSocket. Cut off: the agent took the turn during a pause of that length inserted in the ' +
          'middle of a sentence.',
      ],
    },
  ];
}

const TABLES: { readonly [P in AgentPart]: (figures: AgentFigures[P]) => Table[] } = {
  response: responseTables,
  interruption: interruptionTables,
  sessions: sessionsTables,
  capacity: capacityTables,
  endpointing: endpointingTables,
};

/** Returns the tables of the measured parts, each with its time and circumstances. */
export function agentTables({ parts }: Pick<AgentReport, 'parts'>): Table[] {
  return (Object.keys(TABLES) as AgentPart[]).flatMap((part) => tablesOf(part, parts));
}

function tablesOf<P extends AgentPart>(part: P, parts: AgentReport['parts']): Table[] {
  const measured = parts[part] as Measured<P> | undefined;
  if (!measured) return [];
  const { date, seconds, loadBefore, loadAfter, quick, figures } = measured;
  const how =
    `Measured ${date} in ${Math.round(seconds)} s; load average ${loadBefore.toFixed(2)} before, ` +
    `${loadAfter.toFixed(2)} at the end` +
    `${quick ? '; quick run: the figures only show that the benchmark works' : ''}.`;
  const busy =
    'The machine was not idle before the run: other load affects the times, and ratios are more meaningful than times.';
  const notes = loadBefore > BUSY_LOAD ? [how, busy] : [how];
  const tables = TABLES[part](figures);
  return tables.map((table, i) => (i === 0 ? { ...table, notes: [...table.notes, ...notes] } : table));
}
