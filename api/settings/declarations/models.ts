import { modelsFolder } from '../../../engine/setup.ts';
import { setting } from '../declaration.ts';
import { folder, httpUrl, token, wholeNumber } from '../kinds.ts';

/** Models, and services for speech recognition and enhancement. */
export const MODEL_SETTINGS = {
  modelsDir: setting('MODELS_DIR', folder, modelsFolder, 'Folder for downloaded voices and models.', {
    fallbackText: '`$XDG_CACHE_HOME/parley/models`, or `~/.cache/parley/models`',
  }),
  sttBaseUrl: setting(
    'STT_BASE_URL',
    httpUrl,
    (): string | null => null,
    'Address of an OpenAI-compatible API (`https://api.example.org/v1`) that transcribes recordings instead of the ' +
      'local recogniser.',
    { fallbackText: 'none: English is recognised locally' },
  ),
  sttApiKey: setting(
    'STT_API_KEY',
    token,
    (): string | null => null,
    'API key for `STT_BASE_URL`, if it requires one.',
    { secret: true },
  ),
  sttModel: setting('STT_MODEL', token, 'whisper-1', 'Model to request from `STT_BASE_URL`.'),
  enhancerUrl: setting(
    'ENHANCER_URL',
    httpUrl,
    (): string | null => null,
    'Address of a service that cleans the recordings of assisted cloning, such as `http://127.0.0.1:8100/enhance`.',
    { fallbackText: 'none: only the built-in enhancer' },
  ),
  enhancerTimeoutMs: setting(
    'ENHANCER_TIMEOUT_MS',
    wholeNumber(1000, 120_000),
    40_000,
    'Time limit for one recording at `ENHANCER_URL`, in milliseconds.',
  ),
} as const;
