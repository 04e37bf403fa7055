import { describe, expect, test } from 'vitest';
import { inspect } from '../kit/browser.ts';
import type { ConsoleSetup } from '../kit/console-setup.ts';
import { KEY } from '../kit/server.ts';

/** The way in, what surrounds the pages, and what holds for each of them. */
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

    test('a key that is not one is refused in words', async () => {
      const page = await setup.open({ key: null });
      await page.getByLabel('API key').fill('pk_wrong');
      await page.getByRole('button', { name: 'Open the console' }).click();
      expect(await page.getByRole('alert').textContent()).toMatch(/does not know this key/);
    });

    test('a key that holds no longer leads back to the field, and says why', async () => {
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
    const names = ['Speak', 'Voices', 'Agents', 'Pronounce', 'Usage'];

    test('are links that the keyboard reaches; going back works', async () => {
      const page = await setup.open();
      // It came in the address, where it must not stay.
      expect(page.url()).not.toContain(KEY);
      for (const name of names.slice(1)) {
        await page.getByRole('navigation').getByRole('link', { name }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
        expect(await page.title()).toBe(`${name} · Parley`);
      }
      await page.goBack();
      await page.getByRole('heading', { name: 'Pronounce', exact: true, level: 1 }).waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('page-title');
    });

    test('axe finds nothing serious in light and dark, and a phone is wide enough', async () => {
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

    test('usage is shown by the day', async () => {
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

    test('the look can be chosen and is remembered', async () => {
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
