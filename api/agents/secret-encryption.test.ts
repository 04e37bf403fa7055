import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { plainAgent } from '../../test/kit/plain-agent.ts';
import { createLog } from '../observability/log.ts';
import { findAgent, insertAgent, newAgentId } from '../storage/agents.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import { reencrypt } from './reencrypt.ts';
import { SecretEncryption, UnsealError } from './secret-encryption.ts';

eachDatabase((databases) => {
  test('a ciphertext can be decrypted for its row, in every process, and is different each time', async () => {
    const db = await databases.open();
    const [one, another] = [new SecretEncryption(db), new SecretEncryption(db)];
    const text = 'sk-Grüße-\u{1f511}';
    const sealed = await one.seal(text, 'row 1');
    expect(await another.open(sealed, 'row 1')).toBe(text);
    expect(await one.open(await one.seal('', 'row 1'), 'row 1')).toBe('');
    expect(await one.seal(text, 'row 1')).not.toBe(sealed);
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('sk-');
  });

  test('a ciphertext cannot be decrypted for another row, with another secret, or after a change', async () => {
    const db = await databases.open();
    const sealer = new SecretEncryption(db);
    const sealed = await sealer.seal('sk-key', 'row 1');
    await expect(sealer.open(sealed, 'row 2')).rejects.toThrow(UnsealError);
    await expect(new SecretEncryption(await databases.open()).open(sealed, 'row 1')).rejects.toThrow(
      UnsealError,
    );
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(sealer.open(`v1.${changed.toString('base64url')}`, 'row 1')).rejects.toThrow(UnsealError);
    }
    for (const wrong of ['', 'v1.', 'v2.AAAA', sealed.slice(0, -4), 'no dots']) {
      await expect(sealer.open(wrong, 'row 1')).rejects.toThrow(UnsealError);
    }
  });

  test('with a key from the settings the database alone decrypts nothing; the key can be changed', async () => {
    const db = await databases.open();
    const keys = (encryptionKey: string | null, ...encryptionKeysPrevious: string[]) =>
      new SecretEncryption(db, { encryptionKey, encryptionKeysPrevious });
    const [first, second] = [
      'first key '.repeat(4).replaceAll(' ', '-'),
      'second key '.repeat(4).replaceAll(' ', '-'),
    ];
    const plain = await keys(null).seal('sk-key', 'row');
    const sealed = await keys(first).seal('sk-key', 'row');
    expect(sealed).not.toContain('first');
    await expect(keys(null).open(sealed, 'row')).rejects.toThrow(UnsealError);
    await expect(keys(second).open(sealed, 'row')).rejects.toThrow(UnsealError);
    for (const sealer of [keys(first), keys(second, first), keys(null, first)]) {
      expect(await sealer.open(sealed, 'row')).toBe('sk-key');
      expect(await sealer.open(plain, 'row')).toBe('sk-key');
    }
  });

  test('at the start everything is encrypted with the current key', async () => {
    const db = await databases.open();
    const { ownerId } = await ensureDefaultOwner(db);
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    const encryptionKey = 'a-key-of-more-than-32-characters-';
    const [before, now] = [
      new SecretEncryption(db),
      new SecretEncryption(db, { encryptionKey, encryptionKeysPrevious: [] }),
    ];
    const [good, bad, none] = [newAgentId(), newAgentId(), newAgentId()];
    await insertAgent(db, plainAgent(ownerId, { id: good, secrets: await before.seal('sk-key', good) }));
    await insertAgent(db, plainAgent(ownerId, { id: bad, secrets: 'v2.unknown.AAAA' }));
    await insertAgent(db, plainAgent(ownerId, { id: none }));
    expect(await reencrypt(db, now, log)).toBe(1);
    expect(await reencrypt(db, now, log)).toBe(0);
    const stored = (await findAgent(db, ownerId, good))?.secrets ?? '';
    expect(await now.open(stored, good)).toBe('sk-key');
    await expect(before.open(stored, good)).rejects.toThrow(UnsealError);
    expect((await findAgent(db, ownerId, bad))?.secrets).toBe('v2.unknown.AAAA');
    expect(lines.join('')).toContain('cannot be read');
    expect(lines.join('')).not.toContain('sk-key');
  });
});
