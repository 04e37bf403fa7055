import { useEffect, useId } from 'preact/hooks';
import { type Message, t } from '../../i18n/i18n.ts';
import { languageName } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SoundButton, soundProblem, stopSounds } from '../../parts/sound-button.tsx';
import { Dictionary } from './dictionary.tsx';
import * as lookup from './lookup.ts';
import { OwnIpa } from './own-ipa.tsx';
import { StressPicker } from './stress-picker.tsx';

/** Names of the sources of suggestions. */
const SOURCES: Readonly<Record<string, Message>> = {
  dictionary: 'your dictionary',
  heteronym: 'from the sentence',
  cmudict: 'pronouncing dictionary',
};

/** Names of the rules of reading. */
const RULES: Readonly<Record<string, Message>> = {
  street: 'street address',
  weekday: 'day of the week',
  hum: 'hum',
  date: 'date',
  abbreviation: 'abbreviation',
  address: 'web or e-mail address',
  path: 'file or dotted name',
  code: 'code',
  telephone: 'telephone number',
  version: 'version',
  time: 'time of day',
  year: 'year',
  money: 'amount of money',
  fraction: 'fraction',
  ordinal: 'ordinal number',
  number: 'number',
  letters: 'letter by letter',
  roman: 'Roman numeral',
  mixed: 'letters and figures',
  sign: 'sign',
  markup: 'as the tag says',
};

export function PronouncePage() {
  useEffect(() => stopSounds, []);
  return (
    <>
      <PageHead title={t('Pronounce')}>
        {t(
          'Look up how a word is pronounced, correct it and save it. All your speech then uses that pronunciation.',
        )}
      </PageHead>
      <div class="pronounce">
        <div class="pronounce-main">
          <WordForm />
          {lookup.problem.value && <Notice>{lookup.problem.value}</Notice>}
          {soundProblem.value && <Notice>{soundProblem.value}</Notice>}
          {lookup.isStress.value ? (
            <StressPicker key={lookup.stress.value?.syllables.join(' ')} />
          ) : (
            <>
              <SuggestionList />
              <OwnIpa />
            </>
          )}
        </div>
        <Dictionary />
      </div>
    </>
  );
}

function WordForm() {
  const id = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    void lookup.lookUp();
  };
  return (
    <form class="card word-form" onSubmit={submit}>
      <div class="field">
        <label for={`${id}-key`}>{t('Language')}</label>
        <div class="select">
          <select
            id={`${id}-key`}
            value={lookup.key.value}
            onChange={(event) => {
              const chosen = lookup.KEYS.find((key) => key === event.currentTarget.value);
              if (chosen) lookup.changeKey(chosen);
            }}
          >
            {lookup.KEYS.map((key) => (
              <option key={key} value={key}>
                {nameOf(key)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div class="field">
        <label for={`${id}-word`}>{t('Word')}</label>
        <input
          id={`${id}-word`}
          type="text"
          required
          maxLength={64}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder={lookup.isStress.value ? 'ljepota' : 'read'}
          value={lookup.word.value}
          onInput={(event) => {
            lookup.word.value = event.currentTarget.value;
          }}
        />
      </div>
      <div class="field word-sentence">
        <label for={`${id}-sentence`}>{t('Sentence (optional)')}</label>
        <input
          id={`${id}-sentence`}
          type="text"
          autocomplete="off"
          placeholder={lookup.isStress.value ? 'Kakva ljepota!' : 'I read it yesterday.'}
          value={lookup.sentence.value}
          onInput={(event) => lookup.changeSentence(event.currentTarget.value)}
        />
        <Reading />
      </div>
      <button type="submit" class="button primary" disabled={lookup.isLooking.value}>
        {lookup.isStress.value ? t('Find the stress') : t('Look up')}
      </button>
    </form>
  );
}

/** The sentence as it is read, with the rule for each word that is read out. */
function Reading() {
  const read = lookup.reading.value;
  if (!read) return null;
  return (
    <div class="reading small faint" aria-live="polite">
      <p>{t('Will be read as: {words}', { words: read.spoken })}</p>
      <ul>
        {read.words.map(({ unit, start, spoken, rule }) => {
          const name = RULES[rule ?? ''];
          return (
            name && (
              <li key={start}>
                {unit} → {spoken} ({t(name)})
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function SuggestionList() {
  const found = lookup.suggestions.value;
  if (!found) return null;
  return (
    <section class="card suggestions" aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">{t('Pronunciations of “{word}”', { word: found.word })}</h2>
      {found.suggestions.length === 0 && (
        <p class="faint">{t('No pronunciation was found. Enter the IPA below.')}</p>
      )}
      <ul>
        {found.suggestions.map((one, i) => (
          <li key={one.ipa} data-first={i === 0}>
            <SoundButton
              id={`suggestion ${one.ipa}`}
              label={one.ipa}
              sound={() => ({ request: lookup.wordRequest(found.word, one.ipa, lookup.key.value) })}
            />
            <span class="ipa" lang="und-fonipa">
              {one.ipa}
            </span>
            <span class="suggestion-note small faint">{one.note ?? sourceOf(one.source)}</span>
            <button type="button" class="button small" onClick={() => lookup.changeIpa(one.ipa)}>
              {t('Use')}
              <span class="sr-only"> {one.ipa}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.dropped.length > 0 && (
        <details class="small">
          <summary>{t('{count} left out', { count: found.dropped.length })}</summary>
          <ul class="dropped">
            {found.dropped.map(({ ipa, reason }) => (
              <li key={ipa}>
                <span class="ipa">{ipa}</span> <span class="faint">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function sourceOf(source: string): string {
  const message = SOURCES[source];
  return message ? t(message) : source;
}

function nameOf(key: lookup.Key): string {
  if (key === 'es-castilian') return t('Spanish (Castilian)');
  return languageName(key);
}
