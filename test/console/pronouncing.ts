import { expect, test } from 'vitest';
import { inspect } from '../kit/browser.ts';
import type { ConsoleSetup } from '../kit/console-setup.ts';
import { KEY } from '../kit/server.ts';

/** The page of pronunciations. */
export function pronouncingTests(setup: ConsoleSetup): void {
  test('a word is looked up in its sentence, played, and stored', async () => {
    const page = await setup.open({ at: 'pronounce' });
    await page.getByLabel('Word', { exact: true }).fill('read');
    await page.getByLabel('Sentence (optional)').fill('I read it yesterday at 14:30.');
    await page.getByText('14:30 → fourteen thirty (time of day)').waitFor();
    await page.keyboard.press('Enter');
    const first = page.locator('.suggestions li').first();
    await first.getByText('ɹɛd').first().waitFor();
    const [spoken] = await Promise.all([
      page.waitForResponse(/\/sse\/speak\/en$/),
      first.getByRole('button', { name: /^Play/ }).click(),
    ]);
    expect(spoken.status()).toBe(200);
    expect(spoken.request().postDataJSON().text).toMatch(/^<phoneme:[^>]*ɹɛd>read<\/phoneme>$/);
    await page.getByText('Valid transcription').waitFor();
    await inspect(page, 'pronounce-read');
    await page.getByRole('button', { name: 'Save to dictionary' }).click();
    await page.getByRole('status').waitFor();
    const answer = await fetch(`${setup.server.base}/pronunciations`, { headers: { 'x-api-key': KEY } });
    expect(await answer.json()).toMatchObject({
      data: { pronunciations: [{ lang_code: 'en', word: 'read', ipa: expect.stringContaining('ɹɛd') }] },
    });
    await page.getByRole('button', { name: 'Delete read' }).click();
    await page.getByRole('button', { name: 'Delete pronunciation' }).click();
    await page.locator('.dictionary').getByText('Names, brands').waitFor();
  });

  test('invalid symbols are marked in their place, and corrected by a click', async () => {
    const page = await setup.open({ at: 'pronounce' });
    await page.getByLabel('Word', { exact: true }).fill('Xhosa');
    await page.getByLabel('Transcription (IPA)').fill('ˈǁɔsə');
    await page.locator('mark').getByText('ǁ').waitFor();
    await page.getByText('(character 2)').waitFor();
    await page
      .getByRole('button', { name: 'Replace with k' })
      .or(page.locator('.faults .chip').first())
      .first()
      .click();
    await page.getByText('Valid transcription').waitFor();
    expect(await page.getByLabel('Transcription (IPA)').inputValue()).toMatch(/^ˈ[^ǁ]ɔsə$/);
  });

  test('symbols are inserted at the cursor', async () => {
    const page = await setup.open({ at: 'pronounce' });
    const field = page.getByLabel('Transcription (IPA)');
    await field.fill('hlo');
    await field.press('Home');
    await field.press('ArrowRight');
    await page.getByRole('button', { name: /^ə, / }).click();
    await page.getByRole('button', { name: /^ˈ, / }).click();
    expect(await field.inputValue()).toBe('həˈlo');
  });

  test('the stressed syllable of a Croatian word is found, and another one can be picked', async () => {
    const page = await setup.open({ at: 'pronounce' });
    await page.getByLabel('Language', { exact: true }).selectOption('hr');
    await page.getByLabel('Word', { exact: true }).fill('ljepota');
    await page.getByRole('button', { name: 'Find the stress' }).click();
    const word = page.getByLabel('The word with its stress');
    await word.getByText('ljepòta').waitFor();
    await inspect(page, 'pronounce-stress');
    await page.locator('.syllables label').first().click();
    await word.getByText('ljèpota').waitFor();
  });
}
