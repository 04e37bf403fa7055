/** Helpers for tests of the console in a real Chromium. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { KEY, type TestServer } from './server.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Folder for screenshots of the pages; without it none are made. */
const { SCREENSHOTS } = process.env;

/** A desk and a phone. */
const WINDOWS = [
  [1280, 860],
  [360, 740],
] as const;

/** A tab with the console. */
export interface Visit {
  readonly page: Page;
  /** Errors in it: exceptions, and what the browser itself logs as an error. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/**
 * Parts of the browser that no page uses. Suggestions for its address bar are a page of their own, which costs half a
 * second for each window. This list replaces Playwright's.
 */
const UNUSED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
];

/** Errors logged by browsers that are not faults of the page. */
const EXPECTED = [
  // A refusal that a test provokes.
  /status of 4\d\d/,
  // The server has ended a call in a room, and the connection was closed before LiveKit's client was notified.
  /^DataChannel error on .*: User-Initiated Abort/,
  /^publisher data channel '.*' closed unexpectedly/,
];

/** Ensures that `dist/console` is built from the current sources. */
export async function buildConsole(): Promise<void> {
  const build: { buildConsole(): Promise<void> } = await import(join(REPOSITORY, 'scripts/build.mjs'));
  await build.buildConsole();
}

/**
 * Opens a browser whose microphone is a WAV file, which each listener gets from its beginning. The file may change in
 * between.
 * @returns null without Chromium; in CI that is an error
 */
export async function openBrowser(microphone?: string): Promise<Browser | null> {
  if (!existsSync(CHROMIUM)) {
    if (process.env.CI === 'true')
      throw new Error(`install chromium, or set CHROMIUM: ${CHROMIUM} is missing`);
    return null;
  }
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      // Tests may run as root in a container. The pages are our own.
      '--no-sandbox',
      `--disable-features=${UNUSED.join(',')}`,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      ...(microphone ? [`--use-file-for-fake-audio-capture=${microphone}`] : []),
    ],
  });
}

export const NO_BROWSER = 'there is no Chromium; set CHROMIUM to where it is';

export interface VisitOptions {
  /** Null if the user has not pasted a key yet. */
  readonly key?: string | null;
  /** The page, such as `speak` or `voices`. */
  readonly at?: string;
  /** The language that the browser requests. */
  readonly locale?: string;
}

/** Opens the console as a new user. */
export async function visit(
  browser: Browser,
  server: TestServer,
  options: VisitOptions = {},
): Promise<Visit> {
  const { key = KEY, at, locale = 'en-US' } = options;
  const context = await browser.newContext({
    viewport: { width: WINDOWS[0][0], height: WINDOWS[0][1] },
    colorScheme: 'light',
    locale,
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  // Of a server and a browser that start beside other tests.
  page.setDefaultNavigationTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.some((pattern) => pattern.test(message.text())))
      complaints.push(message.text());
  });
  await page.goto(key === null ? `${server.base}/` : `${server.base}/#key=${key}`);
  if (at) await page.goto(`${server.base}/#/${at}`);
  return { page, complaints, close: () => context.close() };
}

interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Returns the serious and critical faults that axe finds on a page, in words. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  // Not as a script of the page, which the page's policy would block.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  const result = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"], preload: false })',
  )) as {
    readonly violations: readonly AxeViolation[];
  };
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    );
}

/** Saves a screenshot of the whole page, if enabled. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/**
 * Checks a page in each colour scheme and width: no accessibility faults, no horizontal scrolling on a phone, and a
 * screenshot of each if enabled.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of WINDOWS) {
      // Once in each scheme and once in each width, because a fault depends on one of the two.
      const isChecked = (colorScheme === 'dark') === width < 600;
      if (!isChecked && !SCREENSHOTS) continue;
      await page.setViewportSize({ width, height });
      await photograph(page, `${name}-${width}-${colorScheme}`);
      if (!isChecked) continue;
      expect(await accessibilityFaults(page), `${name}, ${width} px, ${colorScheme}`).toEqual([]);
      const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(excess), `${name} is too wide for ${width} px`).toBeLessThanOrEqual(0);
    }
  }
}
