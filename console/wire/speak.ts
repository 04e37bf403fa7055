import { decodePcm16 } from '../audio/pcm.ts';
import { t } from '../i18n/i18n.ts';
import { eventsOf } from './events.ts';
import { send, WireError } from './http.ts';

/** Sampling rate of requests and of playback, in Hz. */
export const SPEECH_RATE = 24_000;

export interface SpeakRequest {
  readonly text: string;
  readonly langCode: string;
  /** Null for the default voice of the language. */
  readonly voiceId: string | null;
  /** 0.5 to 2. */
  readonly speed?: number;
  readonly topK?: number | null;
  readonly temperature?: number | null;
}

/** A word, and when it is spoken. */
export interface SpokenWord {
  readonly unit: string;
  readonly startMs: number;
  readonly durationMs: number;
  /** Offsets in the text as it was sent; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface SpeechChunk {
  /** At `SPEECH_RATE`, in [-1, 1). */
  readonly samples: Float32Array<ArrayBuffer>;
  /** Words that begin in it. */
  readonly words: readonly SpokenWord[];
}

interface Alignment {
  readonly units: readonly string[];
  readonly unitStartTimesMs: readonly number[];
  readonly unitDurationsMs: readonly number[];
  readonly charStartOffsets: readonly number[];
  readonly charEndOffsets: readonly number[];
}

interface SpeakEvent {
  readonly status_code: number;
  readonly data?: { readonly audio: string; readonly alignment?: Alignment | null };
  readonly errors?: readonly string[];
}

/** Returns the fields of a speak request. Values that equal their default are omitted. */
export function speakBody(request: SpeakRequest): Record<string, unknown> {
  const { text, voiceId, speed = 1, topK = null, temperature = null, langCode } = request;
  const ipaKey = ipaKeyOf(langCode);
  return {
    text,
    ...(voiceId !== null && { voice_id: voiceId }),
    ...(speed !== 1 && { speaking_rate: speed }),
    ...(topK !== null && { top_k: topK }),
    ...(temperature !== null && { temperature }),
    ...(ipaKey && { ipa_key: ipaKey }),
  };
}

/** Returns the variant whose sounds phoneme tags may use, for the languages that have one. */
function ipaKeyOf(langCode: string): 'es-castilian' | 'pt-br' | null {
  const code = langCode.toLowerCase();
  if (code === 'pt-br') return 'pt-br';
  return code === 'es-castilian' || code === 'es-es' ? 'es-castilian' : null;
}

/**
 * Requests the synthesis of a text. The chunks arrive faster than they are played.
 * @throws WireError, also in the middle; the browser's AbortError
 */
export async function* speak(request: SpeakRequest, signal: AbortSignal): AsyncGenerator<SpeechChunk> {
  const answer = await send(`/sse/speak/${encodeURIComponent(request.langCode)}`, {
    method: 'POST',
    json: { ...speakBody(request), timestamps: true, sampling_rate: SPEECH_RATE },
    accept: 'text/event-stream',
    signal,
  });
  if (!answer.body) return;
  for await (const { data } of eventsOf(answer.body)) {
    const event = JSON.parse(data) as SpeakEvent;
    if (!event.data)
      throw new WireError(event.status_code, event.errors?.join('. ') ?? t('The speech was interrupted'));
    const { audio, alignment } = event.data;
    yield { samples: decodePcm16(audio), words: alignment ? wordsOf(alignment) : [] };
  }
}

function wordsOf(alignment: Alignment): SpokenWord[] {
  return alignment.units.map((unit, i) => ({
    unit,
    startMs: alignment.unitStartTimesMs[i] ?? 0,
    durationMs: alignment.unitDurationsMs[i] ?? 0,
    start: alignment.charStartOffsets[i] ?? 0,
    end: alignment.charEndOffsets[i] ?? 0,
  }));
}
