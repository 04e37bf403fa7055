/**
 * The models of Pocket TTS and their places on the hub, at the commits that the package pocket-tts 4.0.1 pins. Each has
 * two editions: with the weights for cloning, for accounts that have accepted the terms, and without, for all.
 */
import type { HubFile, Model, PinnedFile } from './model.ts';

const CLONING = 'kyutai/pocket-tts';
const WITHOUT_CLONING = 'kyutai/pocket-tts-without-voice-cloning';
const WITHOUT = '-without-cloning';

/** Commit of the states of the published voices. */
const VOICES_COMMIT = 'a7056f505a4a8ca72d8b5fb1440071d6f1a35739';

/** Commits of the weights with cloning, of those without, and of the tokenizer. */
type Commits = readonly [cloning: string, without: string, tokenizer: string];
const NEWEST: Commits = [
  'db04f0e653473e5c7333c69686ac92b7460b0c1d',
  VOICES_COMMIT,
  '00eac05ed3d16bdc3f6b5d598874019c34a89214',
];
const SMALL: Commits = [NEWEST[0], NEWEST[1], '08ffc58775e62aad9409511b9591c9af626270f3'];
const LARGE_ENGLISH: Commits = [
  '983151f13aaeab1b13c1e5e3c2c383d49a9edf3f',
  'e7205b6ee50e654a5ea19f0e9df2b0813b05e921',
  NEWEST[2],
];
const FRENCH: Commits = [
  '3e82814a68665eec246ff649b14c71331f955c06',
  '1e08e6a23401048648a9fdcfde2f89348215c2a7',
  '8843db76457a91db32077edf8dfcd1c0e3e755fd',
];
const OTHERS: Commits = [FRENCH[0], FRENCH[1], '4e1e0a3e611c51c0b4ed8174fc10f32a54644303'];
const LARGE_OTHERS: Commits = ['2dd944b099d06bb9edbd221fef138685711d9bf0', OTHERS[2], OTHERS[2]];

/** A published model: its folder on the hub, which is also the name of its configuration there. */
interface PublishedPocket {
  readonly folder: string;
  readonly language: string;
  /** Name of the voice that it comes with. */
  readonly voice: string;
  readonly parameters: 'M2' | 'M7' | 'M18' | 'M100' | 'M300';
  readonly commits: Commits;
}

const MEBI: Readonly<Record<PublishedPocket['parameters'], number>> = {
  M2: 2,
  M7: 7,
  M18: 18,
  M100: 100,
  M300: 330,
};

const pocket = (
  folder: string,
  language: string,
  voice: string,
  parameters: PublishedPocket['parameters'],
  commits: Commits,
): PublishedPocket => ({ folder, language, voice, parameters, commits });

const PUBLISHED: readonly (readonly [name: string, published: PublishedPocket])[] = [
  ['english', pocket('english', 'en', 'alba', 'M100', NEWEST)],
  ['english-18m', pocket('english_18m_2026-10', 'en', 'alba', 'M18', SMALL)],
  ['english-7m', pocket('english_7m_2026-10', 'en', 'alba', 'M7', SMALL)],
  ['english-2m', pocket('english_2m_2026-10', 'en', 'alba', 'M2', SMALL)],
  ['english-24l', pocket('english_2026-09_24l', 'en', 'alba', 'M300', LARGE_ENGLISH)],
  ['french', pocket('french', 'fr', 'estelle', 'M100', FRENCH)],
  ['french-24l', pocket('french_24l', 'fr', 'estelle', 'M300', FRENCH)],
  ['german', pocket('german', 'de', 'juergen', 'M100', OTHERS)],
  ['german-24l', pocket('german_24l', 'de', 'juergen', 'M300', LARGE_OTHERS)],
  ['italian', pocket('italian', 'it', 'giovanni', 'M100', OTHERS)],
  ['italian-24l', pocket('italian_24l', 'it', 'giovanni', 'M300', OTHERS)],
  ['portuguese', pocket('portuguese', 'pt', 'rafael', 'M100', OTHERS)],
  ['portuguese-24l', pocket('portuguese_24l', 'pt', 'rafael', 'M300', LARGE_OTHERS)],
  ['spanish', pocket('spanish', 'es', 'lola', 'M100', OTHERS)],
  ['spanish-24l', pocket('spanish_24l', 'es', 'lola', 'M300', LARGE_OTHERS)],
  ['dutch', pocket('dutch', 'nl', 'daan', 'M100', OTHERS)],
  ['dutch-24l', pocket('dutch_24l', 'nl', 'daan', 'M300', LARGE_OTHERS)],
];

/** Names of a model's files in the folder of Pocket TTS. */
export const pocketFileNames = (id: string) => ({
  weights: `${id}.safetensors`,
  tokenizer: `${id}.tokenizer`,
  voice: `${id}.voice.safetensors`,
});

/** A model of Pocket TTS and the voice that it comes with. */
export interface PocketModelFiles {
  readonly model: Model;
  /** Name of its voice ("alba"). */
  readonly voice: string;
  /** Millions of parameters. */
  readonly millions: number;
}

/** Each model with cloning, followed by the same without. */
export const POCKET: readonly PocketModelFiles[] = PUBLISHED.flatMap(([name, published]) =>
  [true, false].map((isCloning) => ({
    model: model(name, published, isCloning),
    voice: published.voice,
    millions: MEBI[published.parameters],
  })),
);

export const POCKET_MODELS: readonly Model[] = POCKET.map(({ model }) => model);

function model(name: string, published: PublishedPocket, isCloning: boolean): Model {
  const { folder, language, voice, parameters, commits } = published;
  const id = `pocket-tts-${name}${isCloning ? '' : WITHOUT}`;
  const names = pocketFileNames(id);
  const millions = MEBI[parameters];
  const repository = isCloning ? CLONING : WITHOUT_CLONING;
  const weights: HubFile = {
    repository,
    revision: isCloning ? commits[0] : commits[1],
    path: `languages/${folder}/model.safetensors`,
  };
  const tokenizer = parameters === 'M100' || parameters === 'M300' ? 'tokenizer.json' : 'tokenizer.model';
  const open = (revision: string, path: string): HubFile => ({ repository: WITHOUT_CLONING, revision, path });
  const pinnedFiles: readonly PinnedFile[] = [
    {
      name: names.tokenizer,
      sizeBytes: 300_000,
      pinned: open(commits[2], `languages/${folder}/${tokenizer}`),
    },
    {
      name: names.voice,
      sizeBytes: 5_000_000,
      pinned: open(VOICES_COMMIT, `languages/${folder}/embeddings/${voice}.safetensors`),
    },
    { name: names.weights, sizeBytes: millions * 4_000_000, pinned: weights },
  ];
  return {
    id,
    kind: 'pocket',
    title: `Pocket TTS, ${millions} million parameters${isCloning ? ', clones voices' : ''} (24 kHz)`,
    language,
    license: 'CC-BY-4.0',
    licenseNote: `The recording behind its voice "${voice}" has terms of its own: see kyutai/tts-voices on the hub.`,
    files: [],
    pinnedFiles,
    sources: [],
    card: { repository, revision: weights.revision, path: 'README.md' },
    ...(isCloning && { isGated: true as const }),
  };
}
