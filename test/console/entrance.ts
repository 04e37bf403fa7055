import { describe, expect, test } from 'vitest';
import { inspect, photograph } from '../kit/browser.ts';
import type { ConsoleSetup } from '../kit/console-setup.ts';
import { KEY } from '../kit/server.ts';

/** The key page, the frame of the pages, and checks of each page. */
export function entranceTests(setup: ConsoleSetup): void {
  describe('the way in', () => {
    test('a pasted key opens the console, stays in the tab, and is not in the address', async () => {
      const page = await setup.open({ key: null });
      await page.getByLabel('API key').fill(KEY);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Speak', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Speak', exact: true }).waitFor();
      expect(page.url()).not.toContain(KEY);
      expect(await page.evaluate('JSON.stringify({ ...localStorage }) + document.cookie')).toBe('{}');
    });

    test('an invalid key is refused in words', async () => {
      const page = await setup.open({ key: null });
      await page.getByLabel('API key').fill('pk_wrong');
      await page.getByRole('button', { name: 'Open the console' }).click();
      expect(await page.getByRole('alert').textContent()).toMatch(/does not know this key/);
    });

    test('a key that is no longer valid leads back to the field, with the reason', async () => {
      const page = await setup.open({ key: 'pk_revoked' });
      await page
        .getByRole('alert')
        .getByText(/does not accept this key/)
        .waitFor();
      await page.getByLabel('API key').fill(KEY);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Speak', exact: true }).waitFor();
    });
  });

  describe('the pages', () => {
    const names = [
      'Speak',
      'Voices',
      'Agents',
      'Transcribe',
      'Calls',
      'Restore',
      'Pronounce',
      'Events',
      'Usage',
      'Keys',
    ];

    test('are links that the keyboard reaches; going back works', async () => {
      const page = await setup.open();
      // It came in the address, and must be removed from there.
      expect(page.url()).not.toContain(KEY);
      for (const name of names.slice(1)) {
        await page.getByRole('navigation').getByRole('link', { name }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
        await expect.poll(() => page.title()).toBe(`${name} · Parley`);
      }
      await page.goBack();
      await page.getByRole('heading', { name: 'Usage', exact: true, level: 1 }).waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('page-title');
    });

    test('axe finds nothing serious in light and dark, and the pages fit on a phone', {
      timeout: 90_000,
    }, async () => {
      const page = await setup.open();
      for (const name of names) {
        await page.goto(`${setup.server.base}/#/${name.toLowerCase()}`);
        await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await inspect(page, name.toLowerCase());
      }
    });

    test('the key field: the same', async () => {
      const page = await setup.open({ key: null });
      await page.getByLabel('API key').waitFor();
      await inspect(page, 'key');
    });

    test('on a phone the last of them are behind a button', async () => {
      const page = await setup.open();
      await page.setViewportSize({ width: 390, height: 740 });
      const keys = page.getByRole('navigation').getByRole('link', { name: 'Keys' });
      expect(await keys.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await inspect(page, 'more-pages');
      await page.setViewportSize({ width: 390, height: 740 });
      await keys.click();
      await page.getByRole('heading', { name: 'Keys', exact: true, level: 1 }).waitFor();
      expect(await keys.isVisible()).toBe(false);
    });

    test('have the language of the browser, and another one when it is chosen', {
      timeout: 60_000,
    }, async () => {
      const page = await setup.open({ locale: 'ru-RU' });
      await page.getByRole('heading', { name: 'Речь', exact: true, level: 1 }).waitFor();
      await page.getByText(/^\d+ символ/).waitFor();
      await inspect(page, 'speak-ru');
      await page.getByLabel('Язык консоли').selectOption('de');
      await page.getByRole('heading', { name: 'Sprechen', exact: true, level: 1 }).waitFor();
      // Long words must not make a phone scroll sideways.
      await page.setViewportSize({ width: 360, height: 740 });
      for (const name of [
        'agents/new',
        'voices/new',
        'transcribe',
        'calls',
        'restore',
        'pronounce',
        'events',
        'usage',
        'keys',
      ]) {
        await page.goto(`${setup.server.base}/#/${name}`);
        await page.waitForLoadState('networkidle');
        await photograph(page, `${name.replace('/', '-')}-de`);
        const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(excess), name).toBeLessThanOrEqual(0);
      }
      await page.reload();
      await page.getByRole('heading', { name: 'Schlüssel', exact: true, level: 1 }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    });

    test('usage is shown by day', async () => {
      const text = 'Fifteen letters';
      await fetch(`${setup.server.base}/sse/speak/en`, {
        method: 'POST',
        headers: { 'x-api-key': KEY, accept: 'audio/wav' },
        body: JSON.stringify({ text }),
      }).then((answer) => answer.arrayBuffer());
      const page = await setup.open({ at: 'usage' });
      const row = page.getByRole('row').nth(1);
      await row.waitFor();
      const today = new Date().toISOString().slice(0, 10);
      expect(await row.locator('th').textContent()).toBe(today);
      expect(await row.locator('td').first().textContent()).toBe(String(text.length));
      expect(await page.getByRole('img', { name: /15 in 30 days/ }).count()).toBe(1);
      await inspect(page, 'usage-used');
    });

    test('a theme can be chosen and is remembered', async () => {
      const page = await setup.open();
      const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await paper();
      await page.getByRole('button', { name: /^Theme: System/ }).click();
      await page.getByRole('button', { name: /^Theme: Light/ }).click();
      await page.getByRole('button', { name: /^Theme: Dark/ }).waitFor();
      const dark = await paper();
      expect(dark).not.toBe(light);
      await page.reload();
      await page.getByRole('button', { name: /^Theme: Dark/ }).waitFor();
      expect(await paper()).toBe(dark);
    });
  });
}
