import { t } from '../i18n/i18n.ts';
import type { Page } from './router.ts';

/** Returns the name of a page, for the navigation and the title. */
export function nameOf(page: Page): string {
  return {
    speak: t('Speak'),
    voices: t('Voices'),
    agents: t('Agents'),
    transcribe: t('Transcribe'),
    calls: t('Calls'),
    restore: t('Restore'),
    pronounce: t('Pronounce'),
    events: t('Events'),
    usage: t('Usage'),
    keys: t('Keys'),
  }[page];
}
