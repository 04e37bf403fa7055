/**
 * A process that changes voices as fast as it can until it is killed: voice-writer.ts PLACE-AS-JSON OWNER
 * FIRST-VERSION. Prints the version of each reference when it is stored, so that a test that kills it knows what must
 * be stored.
 */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import { type DatabasePlace, openDatabase } from '../../../api/storage/database.ts';
import { deleteVoice, insertVoice, listVoices, updateVoice } from '../../../api/storage/voices.ts';
import type { VoiceReference } from '../../../cloning/index.ts';

/** Voices that are repeatedly replaced. Others are created and deleted. */
export const LASTING = 'lasting';
const LASTING_VOICES = 2;

/** Every part of it contains the version. */
export function makeReference(version: number): VoiceReference {
  const codes = new Uint8Array(100_000 + ((version * 77_777) % 400_000)).fill(version);
  const markers = [{ text: `version ${version}`, startMs: 0, endMs: version }];
  return {
    lang: 'en',
    transcript: `version ${version}`,
    markers: { slow: markers, normal: markers, fast: markers },
    codes,
    report: { version, checksum: checksum(codes) },
  };
}

/**
 * Returns the version that all parts contain.
 * @throws Error when they differ
 */
export function versionOf({ transcript, markers, codes, report }: VoiceReference): number {
  const version = Number(report.version);
  const { slow, normal, fast } = markers;
  const texts = [transcript, ...[slow, normal, fast].map(([marker]) => marker?.text)];
  if (texts.some((text) => text !== `version ${version}`)) throw new Error(`a mixture: ${texts.join()}`);
  if (checksum(codes) !== report.checksum) throw new Error(`the codes are not those of version ${version}`);
  return version;
}

function checksum(codes: Uint8Array): string {
  return createHash('sha1').update(codes).digest('hex');
}

async function writeForEver(place: DatabasePlace, ownerId: string, firstVersion: number): Promise<void> {
  const db = await openDatabase(place);
  const names = Array.from({ length: LASTING_VOICES }, (_, index) => `${LASTING} ${index}`);
  const ids = new Map((await listVoices(db, ownerId)).map((voice) => [voice.name, voice.id]));
  const insert = async (name: string, version: number) => {
    const voice = { ownerId, name, langCode: 'en', tags: [String(version)] };
    return (await insertVoice(db, voice, makeReference(version))).id;
  };
  for (let version = firstVersion; ; version++) {
    const name = names[version % names.length] ?? '';
    const id = ids.get(name);
    if (id === undefined) ids.set(name, await insert(name, version));
    else await updateVoice(db, ownerId, id, { tags: [String(version)] }, makeReference(version));
    writeSync(1, `${name}=${version}\n`);
    const passing = await insert(`passing ${version}`, version);
    if (version % 3 !== 0) await deleteVoice(db, ownerId, passing);
  }
}

const [place, ownerId, firstVersion] = process.argv.slice(2);
// The exports above are also used by other modules.
if (basename(process.argv[1] ?? '') === basename(import.meta.filename) && place) {
  await writeForEver(JSON.parse(place) as DatabasePlace, ownerId ?? '', Number(firstVersion));
}
