import { expect, test } from 'vitest';
import { LOCALES, t } from './i18n.ts';
import de from './locales/de.json';
import en from './locales/en.json';
import es from './locales/es.json';
import fr from './locales/fr.json';
import hi from './locales/hi.json';
import it from './locales/it.json';
import ko from './locales/ko.json';
import nl from './locales/nl.json';
import pt from './locales/pt.json';
import ru from './locales/ru.json';

type Table = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
const tables = new Map<string, Table>(Object.entries({ de, en, es, fr, hi, it, ko, nl, pt, ru }));
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

test('a message contains its values, and numbers select singular or plural', () => {
  expect(t('Delete {name}', { name: 'Ada {x}' })).toBe('Delete Ada {x}');
  expect(t('{count} characters', { count: 1 })).toBe('1 character');
  expect(t('{count} characters', { count: 1200 })).toBe('1,200 characters');
});

test('every selectable language has a table', () => {
  expect([...tables.keys()].sort()).toEqual(Object.keys(LOCALES).sort());
});

test.each([...tables])(
  '%s has the values of each message, and the plural forms of its grammar',
  (code, table) => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [message, text] of Object.entries(table)) {
      if (typeof text === 'string') expect(placesIn(text), message).toEqual(placesIn(message));
      else {
        for (const [form, one] of Object.entries(text)) {
          expect(forms, message).toContain(form);
          // The form for one may omit the number.
          expect([...placesIn(one), '{count}'], message).toEqual(expect.arrayContaining(placesIn(message)));
          expect(placesIn(message), message).toEqual(expect.arrayContaining(placesIn(one)));
        }
      }
    }
  },
);

test('all languages have the same messages', () => {
  const messages = (code: string) => Object.keys(tables.get(code) ?? {});
  for (const code of Object.keys(LOCALES)) {
    if (code !== 'en') expect(messages(code), code).toEqual(messages('de'));
  }
  expect(messages('de')).toEqual(expect.arrayContaining(messages('en')));
});
