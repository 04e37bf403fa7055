import { signal } from '@preact/signals';
import type { ComponentChild, VNode } from 'preact';
import type german from './locales/de.json';
import english from './locales/en.json';

/**
 * The messages of the interface, in English. Every locale has all of them: otherwise the build fails, since this type
 * comes from the German table and the other tables must have it.
 */
export type Message = keyof typeof german;

/** The forms of a message with a number, by the categories of `Intl.PluralRules`. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
type Locale = Readonly<Record<Message, string | Forms>>;
type Values = Readonly<Record<string, string | number>>;

/** The interface's languages, each under its own name. */
export const LOCALES = {
  en: 'English',
  de: 'Deutsch',
  nl: 'Nederlands',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  ru: 'Русский',
  hi: 'हिन्दी',
  ko: '한국어',
} as const;
export type LocaleCode = keyof typeof LOCALES;

/**
 * Each table is a separate file that is loaded when needed. The English texts are in the code, so its table has only
 * plurals.
 */
const TABLES: Readonly<Record<Exclude<LocaleCode, 'en'>, () => Promise<{ default: Locale }>>> = {
  de: () => import('./locales/de.json'),
  nl: () => import('./locales/nl.json'),
  fr: () => import('./locales/fr.json'),
  es: () => import('./locales/es.json'),
  it: () => import('./locales/it.json'),
  pt: () => import('./locales/pt.json'),
  ru: () => import('./locales/ru.json'),
  hi: () => import('./locales/hi.json'),
  ko: () => import('./locales/ko.json'),
};

const STORED = 'parley-language';
const ENGLISH: Readonly<Record<string, string | Forms>> = english;

const shown = signal<{ readonly code: LocaleCode; readonly table: Readonly<Record<string, string | Forms>> }>(
  {
    code: 'en',
    table: ENGLISH,
  },
);

/** The language of the interface. */
export const locale = (): LocaleCode => shown.value.code;

/**
 * Loads the chosen language, else the first supported one of the browser's, else English. Wait for it before rendering.
 */
export async function startLocale(): Promise<void> {
  const wanted = [stored() ?? '', ...navigator.languages].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  await show(wanted.find(isLocale) ?? 'en');
}

/** Changes the language of the interface, and stores the choice in this browser. */
export async function chooseLocale(code: LocaleCode): Promise<void> {
  try {
    localStorage.setItem(STORED, code);
  } catch {
    // The choice is not stored then.
  }
  await show(code);
}

/**
 * Returns a message in the language of the interface.
 * @param values replace `{name}` in it; `count` also selects the plural form
 */
export function t(message: Message, values: Values = {}): string {
  const { code, table } = shown.value;
  const found = table[message] ?? message;
  const text =
    typeof found === 'string' ? found : (found[rulesOf(code).select(Number(values.count))] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? written(values[name]!, code) : whole,
  );
}

/** Returns a message that contains elements, such as links, in place of each `{name}`. */
export function rich(message: Message, parts: Readonly<Record<string, VNode>>): ComponentChild[] {
  return t(message)
    .split(/\{(\w+)\}/g)
    .map((part, i) => (i % 2 === 1 ? (parts[part] ?? part) : part));
}

function written(value: string | number, code: LocaleCode): string {
  return typeof value === 'number' ? new Intl.NumberFormat(code).format(value) : value;
}

const RULES = new Map<LocaleCode, Intl.PluralRules>();

function rulesOf(code: LocaleCode): Intl.PluralRules {
  const rules = RULES.get(code) ?? new Intl.PluralRules(code);
  RULES.set(code, rules);
  return rules;
}

async function show(code: LocaleCode): Promise<void> {
  const table = code === 'en' ? ENGLISH : (await TABLES[code]()).default;
  document.documentElement.lang = code;
  shown.value = { code, table };
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

const isLocale = (code: string): code is LocaleCode => code in LOCALES;
