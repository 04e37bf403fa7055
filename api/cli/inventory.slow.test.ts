import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Bom } from './inventory.ts';
import { sbomCommand } from './sbom-command.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
/** Matches imports of packages in the console's sources. */
const PACKAGE = /(?:from |import\()'((?:@[\w-]+\/)?[\w-]+)(?:\/[\w-]+)*'/g;

test('all software that runs or is served is listed, with models and hashes, and nothing else', async () => {
  const printed: string[] = [];
  const output = { log: (text: string) => printed.push(text), error: (text: string) => printed.push(text) };
  expect(await sbomCommand([], output, {})).toBe(0);
  const bom = JSON.parse(printed.join('')) as Bom;
  const named = (name: string) => bom.components.find((component) => component.name === name);
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'parley' } } });
  const { dependencies } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  const refs = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']));
  for (const [name, version] of Object.entries<string>(dependencies)) {
    // It builds the pages and is not part of them.
    if (name === 'vite') continue;
    // An alias is listed under its real name.
    expect(refs).toContain(version.startsWith('npm:') ? version.slice(4) : `${name}@${version}`);
  }
  for (const name of consolePackages()) expect(named(name), name).toBeDefined();
  for (const name of ['vitest', 'vite', 'fast-check']) expect(named(name)).toBeUndefined();
  for (const component of bom.components.filter(({ type }) => type === 'library'))
    expect(component.hashes?.[0]?.content, component.name).toMatch(/^[0-9a-f]{64,}$/);

  expect(named('gtcrn')).toMatchObject({
    type: 'machine-learning-model',
    licenses: [{ expression: 'MIT' }],
    components: [{ type: 'file', name: 'gtcrn.onnx', hashes: [{ alg: 'SHA-256' }] }],
  });
  for (const name of ['hibari-heart', 'misaki-english'])
    expect(named(name)).toMatchObject({ licenses: [{ expression: 'Apache-2.0' }] });
  // References in the document must resolve.
  for (const { ref, dependsOn = [] } of bom.dependencies) {
    for (const one of [ref, ...dependsOn]) expect(refs, one).toContain(one);
  }
});

/** Returns the packages whose code is in the pages of the console. */
function consolePackages(): string[] {
  const sources = readdirSync(join(REPOSITORY, 'console'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|vite\.config/.test(name))
    .map((name) => readFileSync(join(REPOSITORY, 'console', name), 'utf8'));
  return [...new Set(sources.flatMap((text) => [...text.matchAll(PACKAGE)].map(([, name]) => name!)))];
}
