/** A server with the built-in voices and a browser, for all tests of the console that need no more. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { buildConsole, NO_BROWSER, openBrowser, type Visit, type VisitOptions, visit } from './browser.ts';
import { builtInEngine, startTestServer, type TestServer } from './server.ts';

export interface ConsoleSetup {
  readonly server: TestServer;
  /** Opens a tab that is closed with its test. The browser must not log errors in it. */
  open(options?: VisitOptions): Promise<Visit['page']>;
}

/** Call it once, at the top of a file. */
export function consoleSetup(): ConsoleSetup {
  let engine: Engine;
  let server: TestServer;
  let browser: Browser | null = null;
  beforeAll(async () => {
    [engine, browser] = await Promise.all([builtInEngine(), openBrowser(), buildConsole()]);
    server = await startTestServer(engine);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await engine?.close();
  });
  beforeEach(({ skip }) => {
    if (!browser) skip(NO_BROWSER);
  });
  return {
    get server() {
      return server;
    },
    async open(options) {
      const one = await visit(browser!, server, options);
      onTestFinished(async () => {
        await one.close();
        expect(one.complaints).toEqual([]);
      });
      return one.page;
    },
  };
}
