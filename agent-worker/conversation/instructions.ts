import type { ConversationSettings } from './types.ts';

/** English names of languages, which models understand best. */
const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The system prompt: the agent's own instructions, plus the metadata given when the session was created. */
export function instructionsFor({
  instructions,
  metadata,
}: Pick<ConversationSettings, 'instructions' | 'metadata'>): string {
  if (Object.keys(metadata).length === 0) return instructions;
  return `${instructions}\n\nWhat is known about this conversation, as JSON:\n${JSON.stringify(metadata)}`;
}

/** The same with the language that the caller has changed to. @param lang its tag; null where they have not */
export function withLanguage(instructions: string, lang: string | null): string {
  if (lang === null) return instructions;
  const name = names.of(lang);
  return `${instructions}\n\nThe caller now speaks ${name}. Answer in ${name}.`;
}
