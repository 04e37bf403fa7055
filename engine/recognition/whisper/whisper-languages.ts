import { primaryLanguage } from '../../../language/languages.ts';

/** The languages of Whisper's multilingual models, by the codes that whisper.cpp knows. */
export const WHISPER_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt ' +
    'la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ' +
    'ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'
  ).split(' '),
);

/** Codes of whisper.cpp that differ from those of language tags. */
const OWN_CODES: Readonly<Record<string, string>> = { jv: 'jw', fil: 'tl', nb: 'no' };

/** whisper.cpp's code for a language ("pt" for "pt-BR"); null if its models were not trained on it. */
export function whisperLanguage(lang: string): string | null {
  const primary = primaryLanguage(lang);
  const code = OWN_CODES[primary] ?? primary;
  return WHISPER_LANGUAGES.has(code) ? code : null;
}
