/** The description of a model: its files, their sources, its licence. `manifest.ts` lists the models. */

/**
 * Kinds of model; each has its own folder under the models folder (see `KIND_FOLDERS`). Kokoro is one model with many
 * voices, a voice of Piper or hibari is a model of its own, and a Pocket TTS model speaks in whatever voice it is
 * given. A dictionary has the pronunciations of words. Models of `end-of-turn` predict from a caller's voice whether
 * the turn is over, enhancers remove noise from recordings, speaker encoders compare voices. Models for `evaluation`
 * judge speech; the server itself never needs them.
 */
export type ModelKind =
  | 'piper-voice'
  | 'hibari'
  | 'kokoro'
  | 'pocket'
  | 'dictionary'
  | 'recogniser'
  | 'end-of-turn'
  | 'enhancer'
  | 'speaker-encoder'
  | 'evaluation';

export const KIND_FOLDERS: Readonly<Record<ModelKind, string>> = {
  'piper-voice': 'voices',
  hibari: 'hibari',
  kokoro: 'kokoro',
  pocket: 'pocket',
  dictionary: 'dictionaries',
  recogniser: 'recognisers',
  'end-of-turn': 'end-of-turn',
  enhancer: 'enhancers',
  // The folder stays the one from when only evaluations needed these models.
  'speaker-encoder': 'evaluation',
  evaluation: 'evaluation',
};

/** A hash in lower-case hexadecimal, of the kind that the publisher gives. */
export type Digest =
  | { readonly sha256: string }
  | { readonly sha1: string }
  | { readonly md5: string }
  /** Hash of the Git object of the file (`git hash-object`). */
  | { readonly gitBlob: string };

export type ModelFile = Digest & {
  /** Name under the folder of the model's kind; no path separators. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The publisher gives the size in whole MiB: only the hash shows whether the file is complete. */
  readonly isSizeRounded?: true;
};

/** A file in a repository of the hub. */
export interface HubFile {
  /** "rhasspy/piper-voices" */
  readonly repository: string;
  /** Tag, branch or commit. */
  readonly revision: string;
  readonly path: string;
}

/**
 * A file of a commit of the hub, which fixes its contents without naming them: the hub is asked for its size and hash
 * before it is fetched. A file with its final name is complete.
 */
export interface PinnedFile {
  readonly name: string;
  /** Estimated. */
  readonly sizeBytes: number;
  /** Its revision is a commit. */
  readonly pinned: HubFile;
}

/** A wheel fetched by pip, or an archive packed by npm: each finds its registry through its own configuration. */
export interface PackageSource {
  readonly kind: 'pypi' | 'npm';
  readonly name: string;
  readonly version: string;
  /** Maps a path inside the archive (npm's begin with "package/") to the name of the resulting file. */
  readonly files: Readonly<Record<string, string>>;
}

/** One source with all files of a model. */
export type ModelSource =
  | {
      readonly kind: 'url';
      /** URL of each file, by file name. */
      readonly urls: Readonly<Record<string, string>>;
    }
  | {
      /** Files in one repository of the hub, whose address is a setting. */
      readonly kind: 'hub';
      readonly repository: string;
      readonly revision: string;
      /** Path of each file in the repository, by file name. */
      readonly paths: Readonly<Record<string, string>>;
      /** URL of each file that the hub does not have, by file name. */
      readonly urls?: Readonly<Record<string, string>>;
    }
  | PackageSource
  | {
      /** Several packages that together have all files. */
      readonly kind: 'packages';
      readonly packages: readonly PackageSource[];
      /**
       * Files that are divided among packages, by name: the packages deliver these parts, which are joined in this
       * order.
       */
      readonly parts?: Readonly<Record<string, readonly ModelFile[]>>;
    };

/** How a model's files are converted on this machine when no source has them in the needed format. */
export interface Conversion {
  /** Whisper with 16-bit weights, from CTranslate2's format (model, vocabulary) into whisper.cpp's. */
  readonly format: 'ct2-whisper-to-ggml';
  /** Files of the source from which the model's own files are made; not kept. */
  readonly from: readonly [model: ModelFile, vocabulary: ModelFile];
}

export interface Model {
  readonly id: string;
  readonly kind: ModelKind;
  readonly title: string;
  /** BCP 47 tag of the language it speaks or understands; "mul" for several, "und" for none. */
  readonly language: string;
  /** The languages, if there are several; default: any. */
  readonly languages?: readonly string[];
  readonly license: string;
  /** Terms beyond the licence's name; shown before the model is fetched. */
  readonly licenseNote: string | null;
  /** Installed in this order, so that a file that others depend on comes last. */
  readonly files: readonly ModelFile[];
  /** Instead of `files` and their `sources`. */
  readonly pinnedFiles?: readonly PinnedFile[];
  /** Tried in order until one delivers files with the right hashes. */
  readonly sources: readonly ModelSource[];
  readonly conversion?: Conversion;
  /** Whether the hub requires an account: its terms are accepted there, and HF_TOKEN identifies the account. */
  readonly isGated?: true;
  /** The file with the licence, which is shown and must be accepted before anything else is fetched. */
  readonly card?: HubFile;
  /** Quality of a voice: "x_low", "low", "medium" or "high". */
  readonly quality?: string;
  /** Number of speakers of a voice; default one. */
  readonly speakers?: number;
}

/** All files of a model, in the order in which they are installed. */
export const filesOf = ({ files, pinnedFiles = [] }: Model): readonly (ModelFile | PinnedFile)[] => [
  ...files,
  ...pinnedFiles,
];

/** Whether a recogniser understands many languages, and not only its own. */
export function isMultilingual({ language }: Pick<Model, 'language'>): boolean {
  return language === 'mul';
}
