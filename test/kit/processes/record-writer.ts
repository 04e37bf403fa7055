/**
 * A process that writes records of every kind as fast as it can until it is killed: record-writer.ts PLACE-AS-JSON
 * OWNER-AS-JSON FIRST-VERSION. Prints a line "WHAT: VALUE" for everything that is certainly stored.
 */
import { writeSync } from 'node:fs';
import { type DatabasePlace, openDatabase } from '../../../api/storage/database.ts';
import { RECORD_KINDS, type RecordOwner } from '../record-kinds.ts';
import { restoreRecords } from '../restore-records.ts';

const [place = '', owner = '', firstVersion] = process.argv.slice(2);
const db = await openDatabase(JSON.parse(place) as DatabasePlace);
const kinds = [...RECORD_KINDS, restoreRecords];
const say = (what: string, value: string | number): void => void writeSync(1, `${what}: ${value}\n`);
// Each process begins with another kind, so that short-lived ones reach all kinds.
for (let turn = Number(firstVersion); ; turn++) {
  const version = Number(firstVersion) + Math.floor((turn - Number(firstVersion)) / kinds.length);
  await kinds[turn % kinds.length]!.write({ db, owner: JSON.parse(owner) as RecordOwner, version, say });
}
