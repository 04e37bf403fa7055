import { t } from '../../i18n/i18n.ts';
import type { Scope } from '../../wire/keys.ts';

/** Returns the name of a scope. */
export function scopeName(scope: Scope): string {
  return { speak: t('Speech'), converse: t('Conversations'), manage: t('Management') }[scope];
}

export function scopeHint(scope: Scope): string {
  return {
    speak: t('Speaking, transcribing, reading the voices'),
    converse: t('Talking with agents'),
    manage: t('Everything stored: voices, agents, pronunciations, recordings, usage'),
  }[scope];
}
