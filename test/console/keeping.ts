import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { inspect } from '../kit/browser.ts';
import type { ConsoleSetup } from '../kit/console-setup.ts';
import { KEY } from '../kit/server.ts';

/** The pages for restoring recordings, and for keys. */
export function keepingTests(setup: ConsoleSetup): void {
  test('a recording is restored, compared with the original, saved and deleted', {
    timeout: 60_000,
  }, async () => {
    const page = await setup.open({ at: 'restore' });
    await page.getByText('Nothing restored yet').waitFor();
    const spoken = await fetch(`${setup.server.base}/sse/speak/en`, {
      method: 'POST',
      headers: { 'x-api-key': KEY, accept: 'audio/wav' },
      body: JSON.stringify({ text: 'The ferry leaves at noon.' }),
    });
    const buffer = Buffer.from(await spoken.arrayBuffer());
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'ferry.wav', mimeType: 'audio/wav', buffer });
    await page.getByRole('button', { name: 'Listen' }).click({ timeout: 50_000 });
    await page.getByRole('img', { name: /^Spectrogram of/ }).waitFor();
    await page.getByText('Before', { exact: true }).click();
    await page.getByRole('img', { name: /^Spectrogram of/ }).waitFor();
    await inspect(page, 'restore-compared');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('ferry-restored.wav');
    await page.getByRole('button', { name: 'Delete ferry.wav' }).click();
    await page.getByRole('button', { name: 'Delete recording' }).click();
    await page.getByText('Nothing restored yet').waitFor();
  });

  test('an Ollama on the machine is offered where agents have no language model', async ({ skip }) => {
    const ollama = createServer((_request, response) => {
      response.end(JSON.stringify({ models: [{ name: 'llama3.2:latest' }] }));
    });
    onTestFinished(() => void ollama.close());
    ollama.listen(11_434, '127.0.0.1');
    const begun = await once(ollama, 'listening').catch(() => null);
    if (begun === null) return skip('something else uses the port of Ollama');
    const page = await setup.open({ at: 'agents/new' });
    await page.getByText('LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama3.2:latest').waitFor();
    await inspect(page, 'agents-ollama');
  });

  test('a file that is not a recording is refused in words', async () => {
    const page = await setup.open({ at: 'restore' });
    const nothing = { name: 'notes.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') };
    await page.locator('input[type=file]').setInputFiles(nothing);
    await page.getByRole('alert').waitFor();
  });

  test('a key is created, shown once, used, and revoked', async () => {
    const page = await setup.open({ at: 'keys' });
    const key = await makeKey(page, 'Website', ['Management']);
    await inspect(page, 'keys-made');
    const row = page.getByRole('listitem').filter({ hasText: 'Website' });
    await row.getByText('Conversations').waitFor();
    const status = async () =>
      (await fetch(`${setup.server.base}/voices`, { headers: { 'x-api-key': key } })).status;
    expect(await status()).toBe(200);
    await page.reload();
    await row.waitFor();
    expect(await page.locator('main').innerText()).not.toContain(key);
    await row.getByRole('button', { name: 'Revoke Website' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked and expired').waitFor();
    await expect.poll(status).toBe(401);
  });

  test('a user who is not an administrator is told so', async () => {
    const page = await setup.open({ at: 'keys' });
    const key = await makeKey(page, 'Plain', []);
    const other = await setup.open({ key, at: 'keys' });
    await other
      .getByRole('alert')
      .getByText(/Only administrators/)
      .waitFor();
  });
}

/** @param without scopes that the key does not get */
async function makeKey(page: Page, name: string, without: readonly string[]): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill(name);
  for (const scope of without) await page.getByLabel(scope).uncheck();
  await page.getByRole('button', { name: 'Create key' }).click();
  return page.locator('.made-key code').innerText();
}
