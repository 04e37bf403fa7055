import type { DefaultVoices } from '../../../engine/index.ts';
import { DEFAULT_HUB_URL, modelsFolder, RECOGNISERS, wantedModels } from '../../../engine/setup.ts';
import { setting } from '../declaration.ts';
import { boolean, defaultVoices, folder, httpUrl, modelList, oneOf, token, wholeNumber } from '../kinds.ts';

/** Models, and services for speech recognition and enhancement. */
export const MODEL_SETTINGS = {
  modelsDir: setting('MODELS_DIR', folder, modelsFolder, 'Folder for downloaded voices and models.', {
    fallbackText: '`$XDG_CACHE_HOME/parley/models`, or `~/.cache/parley/models`',
  }),
  models: setting(
    'MODELS',
    modelList,
    () => wantedModels(undefined),
    'Models that `npm start` fetches if they are missing. `default` stands for the default ' +
      'ones, a minus leaves one out (`default,-kokoro-82m`), and `none` alone stands for ' +
      'nothing.',
    { fallbackText: '`default`' },
  ),
  defaultVoices: setting(
    'DEFAULT_VOICES',
    defaultVoices,
    (): DefaultVoices => ({ preference: 'auto', byLanguage: {} }),
    'Which voice of a language speaks when a request names none. `auto`: the most natural one ' +
      'that this machine [speaks fast enough](operations.md#default-voices); `natural`: that ' +
      'one however slow it is; `fast`: the one that costs least. `en=VOICE_ID` chooses the ' +
      'voice of a language and of its varieties.',
    { fallbackText: '`auto`' },
  ),
  acceptModelLicenses: setting(
    'ACCEPT_MODEL_LICENSES',
    boolean,
    false,
    'Whether the licences of the public voices in `MODELS` are accepted. Where it is false, a ' +
      'voice is fetched only if its licence was accepted before.',
  ),
  modelHubUrl: setting(
    'MODEL_HUB_URL',
    httpUrl,
    DEFAULT_HUB_URL,
    'Address of the hub that models are fetched from, or of a mirror with the same paths. ' +
      '`HTTPS_PROXY` and `HTTP_PROXY` name a proxy.',
  ),
  hubToken: setting(
    'HF_TOKEN',
    token,
    (): string | null => null,
    'Token of an account of the hub, for models whose terms have to be accepted there first. It is sent to the hub alone.',
    { secret: true },
  ),
  recogniser: setting(
    'RECOGNISER',
    oneOf(RECOGNISERS),
    (): string | null => null,
    'Local recogniser of every language that it knows, if it is installed. The others are ' +
      'heard as without this setting: by the [most accurate one](operations.md#recognisers) ' +
      'that is quick enough.',
    { fallbackText: 'none: it is measured which is quick enough' },
  ),
  sttBaseUrl: setting(
    'STT_BASE_URL',
    httpUrl,
    (): string | null => null,
    'Address of an OpenAI-compatible API (`https://api.example.org/v1`) that transcribes recordings instead of the ' +
      'local recogniser.',
    { fallbackText: 'none: what the installed recognisers understand is recognised locally' },
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
    { fallbackText: 'a process that the server starts when it is needed, if `deepfilternet3` is installed' },
  ),
  enhancerProcess: setting(
    'ENHANCER_PROCESS',
    boolean,
    true,
    'Whether the server starts the [included service](enhancer.md#the-included-service) where `ENHANCER_URL` names none.',
  ),
  enhancerTimeoutMs: setting(
    'ENHANCER_TIMEOUT_MS',
    wholeNumber(1000, 120_000),
    40_000,
    'Time limit for one recording at `ENHANCER_URL`.',
  ),
} as const;
