import { signal } from '@preact/signals';
import type { ComponentChild, VNode } from 'preact';
import type german from './locales/de.json';
import english from './locales/en.json';

/**
 * What the interface says, in English. Every locale has all of these: the build fails where one is missing, since a
 * message that the German table lacks is none, and a table that lacks one of those has the wrong type.
 */
export type Message = keyof typeof german;

/** How a message is written with a number in it, by the categories of `Intl.PluralRules`. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
type Locale = Readonly<Record<Message, string | Forms>>;
type Values = Readonly<Record<string, string | number>>;

/** The interface's languages, each by its own name. */
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

/** Each is a file of its own, which only who uses it loads. English is in the code: its table has plurals alone. */
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

/** The chosen language, else the first of the browser's that there is, else English. Wait for it before drawing. */
export async function startLocale(): Promise<void> {
  const wanted = [stored() ?? '', ...navigator.languages].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  await show(wanted.find(isLocale) ?? 'en');
}

/** Changes the language of the interface, here and whenever this browser comes back. */
export async function chooseLocale(code: LocaleCode): Promise<void> {
  try {
    localStorage.setItem(STORED, code);
  } catch {
    // Not remembered then.
  }
  await show(code);
}

/**
 * A message in the language of the interface.
 * @param values what stands for `{name}` in it; `count` also decides between singular and plurals
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

/** A message with elements in it, such as links: `{name}` is where each of them goes. */
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
