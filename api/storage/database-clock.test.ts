import { expect, onTestFinished, test, vi } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { DatabaseClock } from './database-clock.ts';

const HOUR_MS = 3_600_000;
/** Tolerance for a query and its answer on a busy machine, in ms. */
const SOON_MS = 2000;

eachDatabase((databases) => {
  test('machines whose clocks differ have the same time if they share the database', async () => {
    const db = await databases.open();
    const realMs = Date.now();
    const isShared = databases.kind === 'PostgreSQL';
    vi.useFakeTimers({ toFake: ['Date'], now: realMs + HOUR_MS });
    onTestFinished(() => void vi.useRealTimers());
    let aheadMs = 0;
    const clock = await DatabaseClock.open(db, {
      isShared,
      onOpened: (ms) => {
        aheadMs = ms;
      },
    });
    onTestFinished(() => clock.close());
    // A database that only one machine uses has that machine's clock.
    const expectedMs = isShared ? realMs : realMs + HOUR_MS;
    expect(Math.abs(clock.now() - expectedMs)).toBeLessThan(SOON_MS);
    if (isShared) expect(Math.abs(aheadMs - HOUR_MS)).toBeLessThan(SOON_MS);
    vi.setSystemTime(realMs - HOUR_MS);
    if (isShared) expect(Math.abs(clock.now() - realMs)).toBeLessThan(SOON_MS);
  });
});
