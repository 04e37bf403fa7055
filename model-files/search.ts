/** Finds models by name, by words and by language. */
import { languageTag, primaryLanguage } from '../language/languages.ts';
import { ModelError } from './errors.ts';
import type { Model } from './model.ts';

const MAX_SIMILAR = 5;
/** From the model that suits most machines to the one that suits the fewest. */
const QUALITIES = ['medium', 'high', 'low', 'x_low'];

/** The model with this name, in any case, with or without accents. @throws ModelError 'model_unknown' */
export function findModel(models: readonly Model[], id: string): Model {
  const wanted = plain(id);
  const model = models.find((candidate) => plain(candidate.id) === wanted);
  if (model) return model;
  const words = wanted.split(/[^\p{L}\p{N}.]+/u).filter((word) => word.length > 2);
  const similar = models.filter(({ id: known }) => words.some((word) => plain(known).includes(word)));
  const advice =
    similar.length > 0
      ? `similar names: ${similar
          .slice(0, MAX_SIMILAR)
          .map((one) => one.id)
          .join(', ')}`
      : '"npm run models -- list" shows them';
  throw new ModelError('model_unknown', `there is no model "${id}"; ${advice}`);
}

export interface ModelFilter {
  /** Words that must all occur in the name, title or language. */
  readonly query?: string;
  /** "de" for all varieties, "de-AT" for one. */
  readonly language?: string;
}

/** The models that match, in the order given. Multilingual recognisers match each of their languages. */
export function searchModels(models: readonly Model[], { query, language }: ModelFilter): Model[] {
  const words = plain(query ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return models.filter((model) => {
    if (language !== undefined && !speaks(model, language)) return false;
    const text = plain(
      `${model.id} ${model.title} ${model.language} ${model.languages?.join(' ') ?? ''} ${model.kind}`,
    );
    return words.every((word) => text.includes(word));
  });
}

function speaks({ language, languages }: Model, asked: string): boolean {
  if (language === 'mul' && !languages) return true;
  const wanted = languageTag(asked);
  return (languages ?? [language])
    .map(languageTag)
    .some((code) => (wanted.includes('-') ? code === wanted : primaryLanguage(code) === wanted));
}

/** The recommended public voice of a language: one speaker, and medium quality if available; null without any. */
export function suggestedVoice(models: readonly Model[], language: string): Model | null {
  const wanted = languageTag(language);
  const voices = models.filter(
    (model) => model.kind === 'piper-voice' && primaryLanguage(model.language) === primaryLanguage(wanted),
  );
  const rank = (model: Model): number[] => [
    Number(wanted.includes('-') && languageTag(model.language) !== wanted),
    Number((model.speakers ?? 1) > 1),
    QUALITIES.indexOf(model.quality ?? 'medium'),
  ];
  const [best] = voices.sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const differing = one.findIndex((value, i) => value !== other[i]);
    return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
  });
  return best ?? null;
}

function plain(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
