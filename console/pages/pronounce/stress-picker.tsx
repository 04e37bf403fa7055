import { useSignal } from '@preact/signals';
import { type Message, t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { SoundButton } from '../../parts/sound-button.tsx';
import * as lookup from './lookup.ts';
import { markStress } from './mark-stress.ts';

/** Reasons why a syllable is suggested. */
const SOURCES: Readonly<Record<string, Message>> = {
  written: 'the written accent',
  sentence: 'the preceding words',
  lexicon: 'lexicon',
  ending: 'the ending',
  rule: 'general rule',
};

/** The syllables of a Croatian or Serbian word, of which the user selects the stressed one. */
export function StressPicker() {
  const picked = useSignal<number | null>(null);
  const found = lookup.stress.value;
  if (!found) return null;
  const [first] = found.suggestions;
  const chosen = picked.value ?? first?.syllable ?? null;
  const syllables = found.syllables;
  const marked = chosen === null ? null : markStress(syllables, chosen);
  return (
    <section class="card stress" aria-labelledby="stress-title">
      <h2 id="stress-title">{t('Where the stress falls')}</h2>
      <fieldset class="syllables">
        <legend class="sr-only">{t('Syllable')}</legend>
        {syllables.map((syllable, i) => (
          <label key={`${i} ${syllable}`}>
            <input
              type="radio"
              name="syllable"
              checked={chosen === i + 1}
              onChange={() => {
                picked.value = i + 1;
              }}
            />
            <span>{syllable}</span>
          </label>
        ))}
      </fieldset>
      <ol class="stress-list small">
        {found.suggestions.map(({ syllable, source, note }) => (
          <li key={`${syllable} ${source}`}>
            <strong>{syllables[syllable - 1] ?? syllable}</strong>{' '}
            <span class="faint">
              {sourceOf(source)}
              {note && `: ${note}`}
            </span>
          </li>
        ))}
      </ol>
      {marked !== null && (
        <div class="own-ipa-foot">
          <output class="stressed" aria-label={t('The word with its stress')}>
            {marked}
          </output>
          <CopyButton text={marked} label={t('Copy')} />
          <span class="tool-gap" />
          <SoundButton
            wide
            id={`stress ${marked}`}
            label={t('the word')}
            sound={() => ({ request: { text: marked, langCode: lookup.key.value, voiceId: null } })}
          />
        </div>
      )}
      <p class="small faint">
        {marked === null
          ? t('It has no stress of its own: it is attached to the neighbouring word.')
          : t('Write the word with its accent into your text, and it is spoken with this stress.')}
      </p>
    </section>
  );
}

function sourceOf(source: string): string {
  const message = SOURCES[source];
  return message ? t(message) : source;
}
