/** Import directions: between the layers as the linter has them, and within each layer as listed here. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Folders and files of each layer, lowest first. Each may import itself and those before it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  language: [
    'types.ts',
    'languages.ts',
    'apostrophes.ts',
    'edit-distance.ts',
    'markup',
    'text',
    'pronunciation',
  ],
  engine: [
    'types.ts',
    'error-table.ts',
    'errors.ts',
    'threads',
    'machine',
    'forced-alignment',
    'conversion',
    'synthesis',
    'recognition',
    'scheduling',
    'lanes',
    'speech',
    'voices',
    'engine.ts',
    'speech-engine.ts',
    'index.ts',
    'phonetics.ts',
    'setup.ts',
    'research.ts',
    'cli',
  ],
  recordings: [
    'speech-activity',
    'speaker-encoder',
    'diarization',
    'enhancement',
    'restore',
    'transcription',
    'index.ts',
    'research.ts',
  ],
  cloning: ['learning', 'enrolment', 'index.ts', 'research.ts'],
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
    'events',
    'restore',
    'models',
    'voices',
    'speech',
    'openai',
    'agents',
    'calls',
    'scenario-runs',
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

const LAYERS = [
  'media',
  'language',
  'model-files',
  'engine',
  'recordings',
  'cloning',
  'agent-worker',
  'scenarios',
  'api',
  'services',
];

/** Names that only the folders of families contain as strings, and the files that do so for another reason. */
const FAMILIES = [
  {
    what: 'voices',
    folders: ['engine/synthesis/families/'],
    names: ['vits', 'kokoro', 'hibari', 'pocket', 'espeak'],
    but: {
      'engine/types.ts': 'the type of `Voice.engine`',
      'model-files/model.ts': 'kinds of model and their folders',
      'model-files/hibari-files.ts': 'kind of model',
      'model-files/kokoro-files.ts': 'kind of model',
      'model-files/pocket-files.ts': 'kind of model',
      'model-files/piper-config.ts': 'a value in the configuration of Piper voices',
      'language/pronunciation/suggest/suggest.ts': 'who suggests a pronunciation',
      'api/openai/models.ts': 'a name of a model that clients of other servers send',
    },
  },
  {
    what: 'recognisers',
    folders: ['engine/recognition/whisper/', 'engine/recognition/moonshine/', 'model-files/'],
    names: ['whisper-[\\w.-]*', 'moonshine-[\\w.-]*', 'whisper', 'moonshine'],
    but: {
      'api/openai/models.ts': 'a name of a model that clients of OpenAI send',
      'api/settings/declarations/models.ts': 'the default model of an external recogniser',
      'engine/cli/transcribe.ts': 'the default model of an external recogniser',
    },
  },
  {
    what: 'denoisers',
    folders: ['recordings/enhancement/gtcrn/', 'recordings/enhancement/rnnoise/', 'model-files/'],
    names: ['gtcrn', 'rnnoise', 'deepfilternet3'],
    but: {},
  },
  {
    what: 'end-of-turn models',
    folders: ['agent-worker/hearing/endpointing/smart-turn/', 'model-files/'],
    names: ['smart-turn-[\\w.-]*'],
    but: {},
  },
] as const;

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

function withoutComments(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

/** Returns the files on circles of imports, and those between two circles. */
function circular(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Set(imports.keys());
  const importing = new Map([...left].map((file) => [file, [] as string[]]));
  for (const [file, targets] of imports) for (const target of targets) importing.get(target)?.push(file);
  let before: number;
  do {
    before = left.size;
    for (const file of left) {
      const isOpen = [imports, importing].every((ends) => ends.get(file)?.some((end) => left.has(end)));
      if (!isOpen) left.delete(file);
    }
  } while (left.size < before);
  return [...left].sort();
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

describe('all layers', () => {
  const imports = new Map(LAYERS.flatMap(sources).map((file) => [file, importsOf(file)]));

  test('no files import each other, directly or through others', () => {
    expect(circular(imports)).toEqual([]);
  });

  test.each(FAMILIES)('only a family itself knows $what by name', ({ folders, names, but }) => {
    const literal = new RegExp(`'(?:${names.join('|')})'`);
    const outside = [...imports.keys()].filter((file) => !folders.some((folder) => file.startsWith(folder)));
    const naming = outside.filter((file) => literal.test(withoutComments(file)));
    expect(naming.sort()).toEqual(Object.keys(but).sort());
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
