import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { SecretEncryption, UnsealError } from './secret-encryption.ts';

eachDatabase((databases) => {
  test('what is sealed opens for its row, in every process, and looks different each time', async () => {
    const db = await databases.open();
    const [one, another] = [new SecretEncryption(db), new SecretEncryption(db)];
    const text = 'sk-Grüße-\u{1f511}';
    const sealed = await one.seal(text, 'row 1');
    expect(await another.open(sealed, 'row 1')).toBe(text);
    expect(await one.open(await one.seal('', 'row 1'), 'row 1')).toBe('');
    expect(await one.seal(text, 'row 1')).not.toBe(sealed);
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('sk-');
  });

  test('it opens for no other row, with no other secret, and not when changed', async () => {
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
});
