/** A server with the built-in voices and a browser beside it, for all tests of the console that need no more. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { buildConsole, NO_BROWSER, openBrowser, type Visit, type VisitOptions, visit } from './browser.ts';
import { builtInEngine, startTestServer, type TestServer } from './server.ts';

export interface ConsoleSetup {
  readonly server: TestServer;
  /** A tab that is gone with its test, in which nothing must have gone wrong in the browser. */
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
