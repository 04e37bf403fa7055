import { type Static, Type } from '@sinclair/typebox';
import { modelBytes } from '../../../engine/setup.ts';
import { choice } from '../../http/declared-fields.ts';
import { MAX_LANG_CODE_CHARS } from '../../limits/fields.ts';
import type { ModelState } from '../../models/models.ts';

/** Queries and responses of models. */

export const ModelPath = Type.Object({ model_id: Type.String({ maxLength: 100 }) });

export const ModelsQuery = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words that must all occur in the name, title, language or kind',
    }),
  ),
  lang_code: Type.Optional(
    Type.String({ maxLength: MAX_LANG_CODE_CHARS, description: '`pt` for all varieties, `pt-BR` for one' }),
  ),
});

export const PullQuery = Type.Object({
  accept_license: Type.Optional(
    Type.Boolean({ description: 'Whether the licence in the card is accepted; needed once for each card' }),
  ),
});

export const ModelSchema = Type.Object({
  model_id: Type.String(),
  kind: Type.String({ description: '`piper-voice`, `recogniser`, or another kind' }),
  title: Type.String(),
  lang_code: Type.String({ description: '`mul` for many languages, `und` for none' }),
  lang_codes: Type.Array(Type.String(), { description: 'Every language, where they are few' }),
  quality: Type.Optional(Type.String({ description: 'Of a voice: x_low, low, medium or high' })),
  speakers: Type.Optional(Type.Integer({ description: 'Of a voice: how many people speak with it' })),
  size_bytes: Type.Integer({ description: 'What it takes on the disk' }),
  license: Type.String({ description: 'Empty where it stands in a card' }),
  license_note: Type.String(),
  has_card: Type.Boolean({ description: 'Whether a card names the licence, which has to be accepted' }),
  installed: Type.Boolean(),
  voice_id: Type.Optional(Type.String({ description: 'A voice of an installed model' })),
  used_for: Type.Optional(
    Type.Array(
      Type.Object({
        use: choice(['conversations', 'files']),
        lang_code: Type.String({ description: '`en`, or `mul` for all other languages' }),
        reason: Type.String({ description: 'Why it is this recogniser and no other' }),
      }),
      { description: 'Of a recogniser: what the server uses it for' },
    ),
  ),
  download: Type.Optional(
    Type.Object({
      state: choice(['running', 'failed']),
      received_bytes: Type.Integer(),
      total_bytes: Type.Integer({ description: '0 until it is known' }),
      message: Type.String({ description: 'Why it failed' }),
    }),
  ),
});
type ModelBody = Static<typeof ModelSchema>;

export const OllamaSchema = Type.Object(
  {
    base_url: Type.String({ description: 'For LLM_BASE_URL' }),
    models: Type.Array(Type.String(), { description: 'For LLM_MODEL' }),
  },
  { description: 'An Ollama on the machine of a server without LLM_BASE_URL' },
);

export const ModelCardSchema = Type.Object({
  license: Type.String({ description: 'The licence as the card names it' }),
  card: Type.String({ description: 'The model card (Markdown); empty for a model without one' }),
});

export function modelBody({ model, installed, download, voiceId, inUse }: ModelState): ModelBody {
  return {
    model_id: model.id,
    kind: model.kind,
    title: model.title,
    lang_code: model.language,
    lang_codes: [...(model.languages ?? [model.language])],
    ...(model.quality !== undefined && { quality: model.quality }),
    ...(model.speakers !== undefined && { speakers: model.speakers }),
    size_bytes: modelBytes(model),
    license: model.card ? '' : model.license,
    license_note: model.licenseNote ?? '',
    has_card: model.card !== undefined,
    installed,
    ...(voiceId !== null && { voice_id: voiceId }),
    ...(inUse.length > 0 && {
      used_for: inUse.map(({ use, lang, reason }) => ({ use, lang_code: lang, reason })),
    }),
    ...(download && {
      download: {
        state: download.state,
        received_bytes: download.receivedBytes,
        total_bytes: download.totalBytes,
        message: download.message,
      },
    }),
  };
}
