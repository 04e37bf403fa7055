import { expect, it } from 'vitest';
import { INVENTORY_KEYS } from '../engine/phonetics.ts';

it('the console accepts IPA in every language that has an inventory in the engine', async () => {
  // Imported by URL, since the console is compiled for browsers.
  const wire: unknown = await import(new URL('../console/wire/ipa.ts', import.meta.url).href);
  expect(wire).toMatchObject({ IPA_KEYS: INVENTORY_KEYS });
});
