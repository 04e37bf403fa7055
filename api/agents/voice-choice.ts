import { type ClonedVoice, type Engine, EngineError } from '../../engine/index.ts';
import type { RequestPart } from '../errors/api-error.ts';
import { toApiError } from '../errors/to-api-error.ts';
import type { VoiceLibrary } from '../voices/library.ts';

const DEFAULT_LANG = 'en';

export interface VoiceChoiceDeps {
  readonly engine: Pick<Engine, 'voice' | 'check'>;
  readonly library: Pick<VoiceLibrary, 'resolve'>;
}

export interface VoiceChoice {
  readonly lang: string;
  readonly voiceId: string | null;
  readonly clone: ClonedVoice | undefined;
}

/**
 * Chooses an agent's voice and language, validated as for speech. The language defaults to that of the voice; without a
 * voice it defaults to English.
 * @param part the part of the request that contains both
 * @throws ApiError 422
 */
export async function chooseVoice(
  { engine, library }: VoiceChoiceDeps,
  ownerId: string,
  asked: { readonly lang: string | null; readonly voiceId: string | null },
  part: RequestPart,
): Promise<VoiceChoice> {
  const { voiceId } = asked;
  const clone = await library.resolve(ownerId, voiceId);
  const own = clone?.lang ?? (voiceId === null ? undefined : engine.voice(voiceId)?.lang);
  const lang = asked.lang ?? own ?? DEFAULT_LANG;
  const settings = {
    lang,
    voiceId,
    speed: 1,
    samplingRate: 24_000,
    encoding: 'pcm_linear',
    timestamps: false,
    ipaKey: null,
    temperature: null,
    topK: null,
  } as const;
  try {
    engine.check('', settings, clone);
  } catch (error) {
    if (!(error instanceof EngineError) || error.status !== 422) throw error;
    throw toApiError(error, (field) => [part, field]);
  }
  return { lang, voiceId, clone };
}
