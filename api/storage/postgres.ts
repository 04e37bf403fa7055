import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { messageOf, StorageError } from './faults.ts';

/** Of one process. PostgreSQL allows 100 in all unless told otherwise, which leaves room for several processes. */
const MAX_CONNECTIONS = 10;
/** To connect, or to get a connection while all are in use. */
const CONNECT_TIMEOUT_MS = 5000;
/** The server gives up a statement, and a transaction in which nothing happens. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** We give up when the server has not even said so: it is gone without a trace. */
const ANSWER_TIMEOUT_MS = 35_000;

/**
 * A pool of connections to the PostgreSQL server at a URL. Connections that break, idle or in use, are thrown away and
 * replaced at the next query; nothing but that query notices.
 * @throws StorageError when the URL cannot be used at all
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
    // An error event that nobody listens to ends the process. Whoever waits for an answer hears of it by its query.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return new PostgresDialect({ pool: discardingBroken(pool) });
  } catch (error) {
    throw new StorageError(`${placeOf(url)} cannot be used: ${messageOf(error)}`, error);
  }
}

/** Names the database of a URL for a person, without the password that the URL may hold. */
export function placeOf(url: string): string {
  let where = '';
  try {
    const { hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
    const host = searchParams.get('host') ?? (hostname || 'localhost');
    where = ` "${decodeURI(pathname.slice(1))}" at ${host}${port === '' ? '' : `:${port}`}`;
  } catch {
    // Then the driver's own words have to do.
  }
  return `The PostgreSQL database${where} (DATABASE_URL)`;
}

/**
 * The pool as Kysely wants it. What fails for another reason than the server's refusal of a query is an
 * UnavailableError, and the connection is not handed out again: an answer still on its way would hold up the next one
 * who gets it.
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
        // Its other form takes cursors, which nobody asked Kysely for.
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client.release(broken ?? undefined),
      };
    },
    end: () => pool.end(),
  };
}

/** PostgreSQL's texts hold every character but U+0000, which then stands as U+FFFD, as what cannot be decoded does. */
function storable(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter;
}

/** True when the server answered and the connection goes on. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}
