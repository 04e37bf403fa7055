// Takes the picture of the console that the README shows, from a running server:
// node scripts/console-picture.mjs http://127.0.0.1:8000 pk_...
import { createRequire } from 'node:module';
import path from 'node:path';
import { main, root, ScriptError, say } from './lib.mjs';

const PICTURE = path.join(root, 'docs', 'console.png');
const WINDOW = { width: 1280, height: 720 };
/** In the middle of a sentence, so that words are highlighted and half of the waveform has been played. */
const HEARD_MS = 3200;

await main(async () => {
  const [address, key] = process.argv.slice(2);
  if (!address || !key) throw new ScriptError('name the address of a server and a key of its', 2);
  const { chromium } = createRequire(path.join(root, 'test/package.json'))('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: WINDOW, locale: 'en-US', colorScheme: 'light' });
    await page.goto(`${address}/#key=${key}`);
    const speak = page.getByRole('button', { name: 'Speak', exact: true });
    // The first request loads the models.
    await speak.click();
    await page.locator('.editor-copy .is-now').waitFor({ timeout: 120_000 });
    await speak.waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Clear' }).click();
    await speak.click();
    await page.locator('.editor-copy .is-now').waitFor({ timeout: 120_000 });
    await page.waitForTimeout(HEARD_MS);
    await page.mouse.move(0, 0);
    await page.screenshot({ path: PICTURE });
    say(`the picture is in ${path.relative(root, PICTURE)}`);
  } finally {
    await browser.close();
  }
});
