import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { messageOf, StorageError } from './faults.ts';

/** Connections of one process. PostgreSQL allows 100 in total by default, which leaves room for several processes. */
const MAX_CONNECTIONS = 10;
/** Timeout for connecting, or for getting a connection while all are in use. */
const CONNECT_TIMEOUT_MS = 5000;
/** The server aborts a statement that takes longer, and a transaction that is idle for longer. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Timeout of a query, in case the server does not report even that because it has disappeared. */
const ANSWER_TIMEOUT_MS = 35_000;

/**
 * Creates a pool of connections to the PostgreSQL server at a URL. Broken connections, idle or in use, are discarded
 * and replaced at the next query; only the query running on one fails.
 * @throws StorageError when the URL is unusable
 */
export function postgresDialect(url: string): Dialect {
  try {
    const pool = new pg.Pool({
      connectionString: url,
      application_name: 'parley',
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // An unhandled 'error' event would end the process. Running queries report the error themselves.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return new PostgresDialect({ pool: discardingBroken(pool) });
  } catch (error) {
    throw new StorageError(`${placeOf(url)} cannot be used: ${messageOf(error)}`, error);
  }
}

/** Returns the database of a URL in readable form, without the password that the URL may contain. */
export function placeOf(url: string): string {
  let where = '';
  try {
    const { hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
    const host = searchParams.get('host') ?? (hostname || 'localhost');
    where = ` "${decodeURI(pathname.slice(1))}" at ${host}${port === '' ? '' : `:${port}`}`;
  } catch {
    // The driver's own message is used then.
  }
  return `The PostgreSQL database${where} (DATABASE_URL)`;
}

/**
 * Wraps the pool for Kysely. Any failure other than a query that the server rejects becomes an UnavailableError, and
 * the connection is not reused: a pending response would delay its next user.
 */
function discardingBroken(pool: pg.Pool): PostgresPool {
  return {
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect().catch((error: unknown) => {
        throw new UnavailableError(messageOf(error), error);
      });
      let broken: UnavailableError | null = null;
      const query = async (sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
        if (broken !== null) throw broken;
        try {
          return await client.query(sql, parameters.map(storable));
        } catch (error) {
          if (isRefusal(error)) throw error;
          broken = new UnavailableError(messageOf(error), error);
          throw broken;
        }
      };
      return {
        // The other overload takes cursors, which are not used here.
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client.release(broken ?? undefined),
      };
    },
    end: () => pool.end(),
  };
}

/** PostgreSQL text cannot contain U+0000. It is replaced by U+FFFD, as are bytes that cannot be decoded. */
function storable(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter;
}

/** Whether the server responded and the connection is still usable. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}
