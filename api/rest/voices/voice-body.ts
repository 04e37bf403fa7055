import type { Voice } from '../../../engine/index.ts';
import type { AnyVoice } from '../../voices/voices.ts';
import type { VoiceBody } from './schemas.ts';

/** Built-in voices have no creation time. A fixed one keeps responses the same across restarts. */
const BUILT_IN_SINCE = '2025-01-01T00:00:00.000Z';
const SPEAKERS_LICENSE =
  'The voice belongs to its speaker: use it only as they have agreed. Voice model it is based on: ';

/** Returns a voice in the wire format. */
export function voiceBody(voice: AnyVoice): VoiceBody {
  return voice.type === 'standard' ? standardVoice(voice.voice) : clonedVoice(voice);
}

/** Returns a built-in voice in the wire format. */
export function standardVoice(voice: Voice): VoiceBody {
  return {
    id: voice.id,
    voice_id: voice.id,
    name: voice.name,
    voice_name: voice.name,
    tags: [...voice.tags],
    voice_tags: [...voice.tags],
    lang_code: voice.lang,
    lang_codes: [...voice.langs],
    type: 'Standard',
    created_at: BUILT_IN_SINCE,
    updated_at: BUILT_IN_SINCE,
    assisted: false,
    selected: false,
    refining: false,
    engine: voice.engine,
    sample_rate: voice.sampleRate,
    license: voice.license,
    supports_timings: voice.supportsTimings,
    notice: voice.notice ?? '',
    ...(voice.defaultFor && {
      default_for: [...voice.defaultFor],
      default_reason: voice.defaultReason ?? '',
    }),
    ...(voice.agentDefaultFor && { agent_default_for: [...voice.agentDefaultFor] }),
    ...(voice.model !== undefined && { model: voice.model, speakers: voice.speakers ?? 1 }),
  };
}

/** Returns a cloned voice in the wire format, with the properties of its base voice. */
function clonedVoice({ voice: record, base, variantOf }: Extract<AnyVoice, { type: 'cloned' }>): VoiceBody {
  return {
    id: record.id,
    voice_id: record.id,
    name: record.name,
    voice_name: record.name,
    tags: [...record.tags],
    voice_tags: [...record.tags],
    lang_code: record.langCode,
    lang_codes: [record.langCode],
    type: 'Cloned',
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    assisted: record.assisted,
    selected: record.selected,
    refining: record.isRefining,
    ...(record.refined !== null && { refined: record.refined }),
    ...(variantOf !== undefined && { variant_of: variantOf }),
    ...(record.assistedReport && { assisted_report: { ...record.assistedReport } }),
    engine: base?.engine ?? '',
    sample_rate: base?.sampleRate ?? 0,
    license: SPEAKERS_LICENSE + (base?.license ?? 'none'),
    supports_timings: base?.supportsTimings ?? false,
    notice: base ? (base.notice ?? '') : `No installed voice speaks "${record.langCode}" any more`,
  };
}
