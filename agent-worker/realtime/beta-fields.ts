/**
 * Sessions and responses in the shape that the protocol had in its beta, which some clients still send: the same values
 * under other names.
 */
import { isRecord } from '../../media/json.ts';

/** The current place of a field of the beta. */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  modalities: ['output_modalities'],
  voice: ['audio', 'output', 'voice'],
  speed: ['audio', 'output', 'speed'],
  output_audio_format: ['audio', 'output', 'format'],
  input_audio_format: ['audio', 'input', 'format'],
  input_audio_transcription: ['audio', 'input', 'transcription'],
  input_audio_noise_reduction: ['audio', 'input', 'noise_reduction'],
  turn_detection: ['audio', 'input', 'turn_detection'],
  max_response_output_tokens: ['max_output_tokens'],
};

export interface CurrentFields {
  readonly fields: unknown;
  /** The name of a field, such as `audio.output.voice`, as the client sent it. */
  readonly sentAs: (path: string) => string;
}

/** @param sent a session or a response; other values, and fields that are in their current place, remain unchanged */
export function currentFields(sent: unknown): CurrentFields {
  if (!isRecord(sent)) return { fields: sent, sentAs: (path) => path };
  const old = Object.keys(sent).filter((name) => Object.hasOwn(MOVED, name));
  const kept = Object.entries(sent).filter(([name]) => !old.includes(name));
  let fields: Record<string, unknown> = Object.fromEntries(kept);
  for (const name of old) fields = placed(fields, MOVED[name] ?? [], sent[name]);
  return {
    fields,
    sentAs: (path) => {
      const name = old.find((each) => `${path}.`.startsWith(`${MOVED[each]?.join('.')}.`));
      return name === undefined ? path : name + path.slice((MOVED[name]?.join('.') ?? '').length);
    },
  };
}

function placed(
  into: unknown,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const fields = isRecord(into) ? { ...into } : {};
  if (rest.length > 0) return { ...fields, [name]: placed(fields[name], rest, value) };
  return name in fields ? fields : { ...fields, [name]: value };
}
