import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { connectSqlite } from './sqlite-connection.ts';

test('rows are ordinary objects, bytes are buffers, errors have the names of SQLite’s codes', () => {
  const path = join(temporaryFolder(), 'a.sqlite');
  const database = connectSqlite(path);
  database.exec('create table things (name text unique, bytes blob)');
  const insert = database.prepare('insert into things values (?, ?)');
  expect(insert.reader).toBe(false);
  expect(Number(insert.run(['one', Buffer.from('1')]).changes)).toBe(1);
  expect(() => insert.run(['one', null])).toThrow(
    expect.objectContaining({ code: 'SQLITE_CONSTRAINT_UNIQUE' }) as Error,
  );
  const select = database.prepare('select * from things');
  expect(select.reader).toBe(true);
  expect(select.all([])).toStrictEqual([{ name: 'one', bytes: Buffer.from('1') }]);
  expect([...select.iterate([])]).toStrictEqual([{ name: 'one', bytes: Buffer.from('1') }]);
  database.exec('begin');
  expect(database.inTransaction).toBe(true);
  database.exec('rollback');
  expect(database.inTransaction).toBe(false);
  database.close();
});
