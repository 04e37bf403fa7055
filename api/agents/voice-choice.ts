import {
  beginningOf,
  type FollowedLanguages,
  type LanguageChoice,
} from '../../agent-worker/languages/followed-languages.ts';
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
  /** The language that it begins in. */
  readonly lang: string;
  /** The languages in which it follows its caller; absent if it has only one. */
  readonly follows?: FollowedLanguages;
  readonly voiceId: string | null;
  readonly clone: ClonedVoice | undefined;
}

/**
 * An agent's voice and languages, validated as for speech. The language defaults to the voice's own; without a voice it
 * defaults to English. Each of several languages needs a voice on this server, and at least one must be spoken by the
 * agent's voice.
 * @param part the part of the request that contains both
 * @throws ApiError 422
 */
export async function chooseVoice(
  { engine, library }: VoiceChoiceDeps,
  ownerId: string,
  asked: { readonly lang: LanguageChoice | null; readonly voiceId: string | null },
  part: RequestPart,
): Promise<VoiceChoice> {
  const { voiceId } = asked;
  const clone = await library.resolve(ownerId, voiceId);
  const own = clone?.lang ?? (voiceId === null ? undefined : engine.voice(voiceId)?.lang);
  const { lang, follows } = beginningOf(asked.lang, own ?? DEFAULT_LANG);
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
    const languages = typeof follows === 'object' ? follows : [];
    for (const each of languages) engine.check('', { ...settings, lang: each, voiceId: null });
    const isSpoken = languages.some((each) => speaks(engine, { ...settings, lang: each }, clone));
    if (!isSpoken) engine.check('', settings, clone);
  } catch (error) {
    if (!(error instanceof EngineError) || error.status !== 422) throw error;
    throw toApiError(error, (field) => [part, field]);
  }
  return { lang, ...(follows && { follows }), voiceId, clone };
}

function speaks(
  engine: VoiceChoiceDeps['engine'],
  settings: Parameters<Engine['check']>[1],
  clone: ClonedVoice | undefined,
): boolean {
  try {
    engine.check('', settings, clone);
    return true;
  } catch (error) {
    if (error instanceof EngineError && error.status === 422) return false;
    throw error;
  }
}
