/** Import directions: between the layers as the linter has them, and within each layer as listed here. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Folders and files of each layer, lowest first. Each may import itself and those before it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  engine: [
    'types.ts',
    'languages.ts',
    'apostrophes.ts',
    'edit-distance.ts',
    'error-table.ts',
    'errors.ts',
    'threads',
    'machine',
    'onnx',
    'models',
    'markup',
    'text',
    'pronunciation',
    'forced-alignment',
    'conversion',
    'synthesis',
    'recognition',
    'enhancement',
    'speaker-encoder',
    'diarization',
    'scheduling',
    'lanes',
    'speech',
    'voices',
    'transcription',
    'enrolment',
    'restore',
    'engine.ts',
    'speech-engine.ts',
    'index.ts',
    'phonetics.ts',
    'setup.ts',
    'research.ts',
    'cli',
  ],
  'agent-worker': [
    'audio-rates.ts',
    'deadline.ts',
    'errors.ts',
    'door.ts',
    'recording',
    'text-filters',
    'languages',
    'address-guard',
    'hearing',
    'tools',
    'llm',
    'tts',
    'conversation',
    'sockets',
    'telephone',
    'realtime',
    'rooms',
    'research.ts',
  ],
  api: [
    'errors',
    'settings',
    'storage',
    'http',
    'limits',
    'credentials',
    'observability',
    'pronunciations',
    'leases',
    'restore',
    'models',
    'voices',
    'speech',
    'openai',
    'agents',
    'demo',
    'port',
    'front',
    'wyoming',
    'rest',
    'start',
    'server.ts',
    'run.ts',
    'main.ts',
    'cli',
  ],
};

/** Exceptions that import upward, with the reason for each. At most three per layer. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g;

function sources(layer: string): string[] {
  const listed = execFileSync('git', ['ls-files', `${layer}/*.ts`], { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\n').filter((file) => file !== '' && !/\.test\.ts$|(^|\/)testing[./]/.test(file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, target]) => path.posix.join(path.posix.dirname(file), target!));
}

/** Returns the folder or file of a layer that a path belongs to: the first part below the layer. */
const roomOf = (file: string): string => file.split('/')[1]!;

describe.each(Object.entries(ROOMS))('%s', (layer, rooms) => {
  const files = sources(layer);

  test('every folder and loose file is in the list', () => {
    expect(files.length).toBeGreaterThan(20);
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...rooms].sort());
  });

  test('nothing imports upward', () => {
    const upward: string[] = [];
    for (const file of files) {
      for (const target of importsOf(file)) {
        if (!target.startsWith(`${layer}/`)) continue;
        const arrow = `${file} -> ${target}`;
        if (rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(file)) && !(arrow in EXCEPTIONS)) {
          upward.push(arrow);
        }
      }
    }
    expect(upward).toEqual([]);
  });
});

test('exceptions are few, and each is still needed', () => {
  for (const arrow of Object.keys(EXCEPTIONS)) {
    const [file = '', target = ''] = arrow.split(' -> ');
    expect(importsOf(file)).toContain(target);
  }
  for (const layer of Object.keys(ROOMS)) {
    const own = Object.keys(EXCEPTIONS).filter((arrow) => arrow.startsWith(`${layer}/`));
    expect(own.length).toBeLessThanOrEqual(3);
  }
});
