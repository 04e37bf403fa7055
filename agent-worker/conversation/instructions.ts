import type { ConversationSettings } from './types.ts';

/** English names of languages, since models understand these best. */
const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The system prompt: the agent's own instructions, plus the metadata given when the session was created. */
export function instructionsFor({
  instructions,
  metadata,
}: Pick<ConversationSettings, 'instructions' | 'metadata'>): string {
  if (Object.keys(metadata).length === 0) return instructions;
  return `${instructions}\n\nWhat is known about this conversation, as JSON:\n${JSON.stringify(metadata)}`;
}

/** The system prompt of an agent that takes over a caller. */
export function afterHandoff(instructions: string): string {
  return (
    `${instructions}\n\nAnother agent has talked with the caller and has passed them on to you, who have everything ` +
    'that was said before. Go on from there; do not greet the caller again.'
  );
}

/**
 * The system prompt with the language that the caller has changed to.
 * @param lang its tag; null if the caller has not changed it
 */
export function withLanguage(instructions: string, lang: string | null): string {
  if (lang === null) return instructions;
  const name = names.of(lang);
  return `${instructions}\n\nThe caller now speaks ${name}. Answer in ${name}.`;
}
