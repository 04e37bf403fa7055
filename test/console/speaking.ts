import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { inspect, photograph } from '../kit/browser.ts';
import type { ConsoleSetup } from '../kit/console-setup.ts';
import { KEY } from '../kit/server.ts';

const run = promisify(execFile);

const lit = (page: Page): Promise<string[]> => page.locator('.editor-copy .is-now').allTextContents();

/** Records each highlighted word, in the page, because some are too short for a test to observe. */
const WATCH = `
  window.seen = [];
  new MutationObserver(() => {
    const word = document.querySelector('.is-now')?.textContent;
    if (word && word !== seen.at(-1)) seen.push(word);
  }).observe(document.querySelector('.editor-copy'), { subtree: true, attributes: true, childList: true });
`;

/** Tests of the page that speaks. */
export function speakingTests(setup: ConsoleSetup): void {
  test('words are highlighted in order as they are spoken, and the time to the first audio is shown', async () => {
    const page = await setup.open();
    const text = 'It costs $12.50. <pause:300ms>Really.';
    await page.getByLabel('Text to speak').fill(text);
    await page.evaluate(WATCH);
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.getByRole('button', { name: 'Speak', exact: true }).waitFor();
    const order = ['It', 'costs', '$12.50', 'Really'];
    // A busy browser may draw nothing while a short word is spoken.
    const seen: string[] = await page.evaluate('seen');
    expect(order.filter((word) => seen.includes(word))).toEqual(seen);
    expect(seen.length).toBeGreaterThan(1);
    expect(await page.locator('.editor-copy .is-spoken').allTextContents()).toEqual(order);
    expect(await page.locator('[data-figure=first-audio]').textContent()).toMatch(/^\d+ ms$|^\d+\.\d s$/);
  });

  test('speech can be stopped, and its audio so far saved', async () => {
    const page = await setup.open();
    await page.getByLabel('Text to speak').fill('One, two, three. '.repeat(60));
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.locator('.editor-copy .is-now').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    const [word] = await lit(page);
    await photograph(page, 'speak-stopped');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^one-two-three-one-.*english.*\.wav$/);
    const wav = readFileSync(await file.path());
    expect(wav.subarray(0, 4).toString()).toBe('RIFF');
    expect(wav.readUInt32LE(24)).toBe(24_000);
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    expect(wav.length).toBeGreaterThan(24_000);
    expect(await lit(page)).toEqual([word]);
  });

  test('is saved in other formats, and shown as a spectrogram', async () => {
    const page = await setup.open();
    await page.getByLabel('Text to speak').fill('Sss.');
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    const save = page.getByRole('button', { name: 'Download', exact: true });
    for (const [format, magic] of [
      ['mp3', /^(ID3|\xff[\xe2-\xff])/],
      ['opus', /^OggS/],
    ] as const) {
      await page.getByLabel('Format of the download').selectOption(format);
      const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
      expect(readFileSync(await file.path(), 'latin1')).toMatch(magic);
    }
    await page.getByRole('button', { name: 'Spectrogram' }).click();
    const picture = page.getByRole('img', { name: /^Spectrogram of/ });
    await picture.waitFor();
    // The spectrogram has several colours.
    const colours = `new Set(document.querySelector('.spectrogram canvas').getContext('2d')
      .getImageData(60, 0, 100, 100).data).size`;
    expect(await page.evaluate(colours)).toBeGreaterThan(20);
    await inspect(page, 'speak-spectrogram');
  });

  test('a reload keeps text, language, voice and speed; the history stays in this browser until cleared', async () => {
    const page = await setup.open();
    const field = page.getByLabel('Text to speak');
    await page.getByRole('combobox', { name: 'Language', exact: true }).fill('German');
    await page.getByRole('option', { name: 'German' }).first().click();
    await field.fill('Guten Tag.');
    const voice = page.getByLabel('Voice', { exact: true });
    await voice.selectOption({ index: 1 });
    const voiceId = await voice.inputValue();
    expect(voiceId).not.toBe('');
    await page.getByLabel('Speed', { exact: true }).press('End');
    await field.press('Control+Enter');
    await page.getByText('Spoken before').waitFor();
    await page.reload();
    expect(await field.inputValue()).toBe('Guten Tag.');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Language', exact: true }).inputValue())
      .toBe('German');
    await expect.poll(() => voice.inputValue()).toBe(voiceId);
    expect(await page.getByLabel('Speed', { exact: true }).inputValue()).toBe('2');
    await field.fill('Something else.');
    await inspect(page, 'speak-history');
    await page.getByRole('button', { name: /^Guten Tag\./ }).click();
    expect(await field.inputValue()).toBe('Guten Tag.');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toBe('{}');
    await field.press('Control+Enter');
    await page.getByText('Spoken before').waitFor();
    await page.getByRole('button', { name: 'Forget the key' }).click();
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      'Guten',
    );
  });

  test('a link opens a text without sending it to a server', async () => {
    const page = await setup.open();
    await page.getByLabel('Text to speak').fill('Tea & “cake”? 100 %');
    await page.getByRole('button', { name: 'Copy link to this text' }).click();
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    const other = await setup.open();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    await other.goto(link);
    await expect.poll(() => other.getByLabel('Text to speak').inputValue()).toBe('Tea & “cake”? 100 %');
    expect(other.url()).toBe(`${setup.server.base}/#/speak`);
    expect(asked.join()).not.toMatch(/cake/);
  });

  test('faults in the text are reported', async () => {
    const page = await setup.open();
    await page.getByLabel('Text to speak').fill('Wait <pause:99s>.');
    await page.getByLabel('Text to speak').press('Control+Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/pause lasts from 1 ms to 10 s/);
  });

  test('pauses are inserted at the cursor and can be undone', async () => {
    const page = await setup.open();
    const field = page.getByLabel('Text to speak');
    await field.fill('Well');
    await page.getByRole('button', { name: 'Insert a pause of 500 ms' }).click();
    await page.keyboard.type(' then.');
    expect(await field.inputValue()).toBe('Well<pause:500ms> then.');
    await page.keyboard.press('Control+z');
    expect(await field.inputValue()).not.toContain('then');
  });

  test('the word at the cursor gets its pronunciation, ready to be changed', async () => {
    const page = await setup.open();
    const field = page.getByLabel('Text to speak');
    await field.fill('You say tomato');
    await page.getByRole('button', { name: 'Pronounce selection' }).click();
    await page.locator('.editor-copy .is-tag').first().waitFor();
    expect(await field.inputValue()).toMatch(/^You say <phoneme:\S*təˈm\S+>tomato<\/phoneme>$/);
    await page.keyboard.type('təˈmɑːtoʊ');
    expect(await field.inputValue()).toBe('You say <phoneme:təˈmɑːtoʊ>tomato</phoneme>');
    await page.keyboard.press('Control+Enter');
    await page.locator('.editor-copy .is-now').waitFor();
  });

  test('a language is found by its name, and selects its voices', async () => {
    const page = await setup.open();
    const language = page.getByRole('combobox', { name: 'Language', exact: true });
    await language.click();
    await language.fill('germ');
    await page.keyboard.press('Enter');
    expect(await language.inputValue()).toBe('German');
    expect(await page.getByLabel('Text to speak').inputValue()).toMatch(/^Guten Morgen/);
    const voices = await page.getByLabel('Voice', { exact: true }).locator('option').allTextContents();
    expect(voices.length).toBeGreaterThan(1);
    await page.getByLabel('Voice', { exact: true }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.locator('.editor-copy .is-now').waitFor();
  });

  test('the code examples work', async () => {
    const page = await setup.open();
    await page.getByLabel('Text to speak').fill(`It's "here" \\ <break time="100ms"/> – £3.`);
    const speed = page.getByLabel('Speed', { exact: true });
    await speed.press('End');
    expect(await speed.inputValue()).toBe('2');
    expect(await page.locator('.snippets pre').innerText()).toContain('"speaking_rate":2');
    const folder = mkdtempSync(join(tmpdir(), 'parley-snippets-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const options = { cwd: folder, env: { ...process.env, PARLEY_API_KEY: KEY } };
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await page.locator('.snippets pre').innerText(),
    );
    const sounds: Buffer[] = [];
    for (const [name, command, args] of [
      ['curl', 'bash', ['-c']],
      ['Python', 'python3', ['-c']],
      ['JavaScript', process.execPath, ['--input-type=module', '-e']],
    ] as const) {
      await page.getByText(name, { exact: true }).click();
      const code = await page.locator('.snippets pre').innerText();
      await run(command, [...args, code], options);
      sounds.push(readFileSync(join(folder, 'speech.wav')));
      rmSync(join(folder, 'speech.wav'));
    }
    const lengths = sounds.map(({ length }) => length);
    expect(Math.min(...lengths)).toBeGreaterThan(24_000);
    // The built-in synthesizer's output varies slightly in length.
    expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(1.05);
  });
}
