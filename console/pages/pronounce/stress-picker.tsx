import { useSignal } from '@preact/signals';
import { SoundButton } from '../../parts/sound-button.tsx';
import * as lookup from './lookup.ts';

/** The syllables of a Croatian or Serbian word, of which one is stressed. */
export function StressPicker() {
  const picked = useSignal<number | null>(null);
  const found = lookup.stress.value;
  if (!found) return null;
  const [first] = found.suggestions;
  const chosen = picked.value ?? first?.syllable ?? null;
  const syllables = found.syllables;
  return (
    <section class="card stress" aria-labelledby="stress-title">
      <h2 id="stress-title">Where the stress falls</h2>
      <fieldset class="syllables">
        <legend class="sr-only">Syllable</legend>
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
              {source}
              {note && `: ${note}`}
            </span>
          </li>
        ))}
      </ol>
      <div class="own-ipa-foot">
        <SoundButton
          wide
          id="stress"
          label="the word"
          sound={() => ({
            request: { text: lookup.word.value, langCode: lookup.key.value, voiceId: null },
          })}
        />
        <span class="small faint">
          It is spoken as the voice knows it: voices of this language take no tags.
        </span>
      </div>
    </section>
  );
}
