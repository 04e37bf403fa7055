import { t } from '../../i18n/i18n.ts';
import { languageName } from '../../parts/format.ts';
import { ANY_LANGUAGE } from './agent-draft.ts';

/** The languages of an agent, by name. @param langCode a code, several codes separated by commas, or `ANY_LANGUAGE` */
export function languagesName(langCode: string): string {
  if (langCode === ANY_LANGUAGE) return t("The caller's language");
  return langCode.split(',').map(languageName).join(', ');
}
