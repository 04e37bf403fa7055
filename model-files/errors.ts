/** Every way in which fetching a model can fail. */
export type ModelErrorCode =
  /** The manifest has no model with that name. */
  | 'model_unknown'
  /** The licence in the model's card has not been accepted. */
  | 'license_not_accepted'
  /** No connection: name not resolved, refused, timed out, or lost too often. */
  | 'unreachable'
  /** The source responded, but without the file (404, 403, a package without it). */
  | 'missing'
  /** Wrong size or wrong hash, or an archive that cannot be read. */
  | 'corrupt'
  | 'disk_full'
  /** The models folder is not writable for another reason. */
  | 'storage'
  /** python3 or npm is not installed. */
  | 'tool_missing'
  /** Every source failed; `cause` is an AggregateError with one error per source. */
  | 'all_sources_failed';

export class ModelError extends Error {
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ModelError';
    this.code = code;
  }
}

/** The licence in a model's card has to be accepted first. */
export class LicenseError extends ModelError {
  /** As the card names it. */
  readonly license: string;

  constructor(id: string, license: string) {
    super('license_not_accepted', `the licence of ${id} has not been accepted: ${license}`);
    this.license = license;
  }
}

/** The system's error code ("ENOSPC"), looking through wrapped errors; null when there is none. */
export function systemCode(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') return e.code;
  }
  return null;
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);
const STORAGE = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'EFBIG', 'ENOTDIR', 'EMFILE']);

/** Describes file system errors in sentences; passes everything else through. */
export function fromFileSystem(error: unknown, folder: string): unknown {
  const code = systemCode(error);
  if (error instanceof ModelError || code === null) return error;
  if (DISK_FULL.has(code)) return new ModelError('disk_full', `no space left in ${folder}`, error);
  if (STORAGE.has(code)) return new ModelError('storage', `cannot write to ${folder} (${code})`, error);
  return error;
}

/** The same error with a remedy, if the hub has the model only for accounts that accepted its terms. */
export function withTokenAdvice(
  error: unknown,
  { id, isGated }: { readonly id: string; readonly isGated?: true },
): unknown {
  if (!isGated || !(error instanceof ModelError) || error.code !== 'missing') return error;
  const advice =
    'accept its terms on the hub and set HF_TOKEN to a token of that account, or pull ' +
    `${id}-without-cloning, which needs none`;
  return new ModelError('missing', `${error.message}; ${advice}`, error.cause);
}

/** The same error with a remedy, if the hub could not be reached. */
export function withHubAdvice<E>(error: E): E | ModelError {
  if (!(error instanceof ModelError) || error.code !== 'unreachable') return error;
  const advice =
    'set MODEL_HUB_URL to the address of a mirror with the same paths, or HTTPS_PROXY if this network needs a proxy';
  return new ModelError('unreachable', `${error.message}; ${advice}`, error.cause);
}
