import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { languageName } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { SoundButton } from '../../parts/sound-button.tsx';
import { messageOf } from '../../wire/http.ts';
import { deletePronunciation, loadPronunciations, pronunciations } from '../../wire/pronunciations.ts';
import { wordRequest } from './lookup.ts';

/** Lists the owner's words with their pronunciations. */
export function Dictionary() {
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    loadPronunciations().catch((error: unknown) => {
      problem.value = messageOf(error);
    });
  }, []);
  const all = pronunciations.value;
  return (
    <section class="card dictionary" aria-labelledby="dictionary-title">
      <h2 id="dictionary-title">{t('Your dictionary')}</h2>
      {problem.value && <Notice>{problem.value}</Notice>}
      {all?.length === 0 && (
        <p class="small faint">
          {t(
            'Names, brands and technical terms: the pronunciations you save are listed here and used by agents too.',
          )}
        </p>
      )}
      <ul>
        {all?.map((one) => (
          <li key={`${one.lang_code} ${one.word}`}>
            <SoundButton
              id={`dictionary ${one.lang_code} ${one.word}`}
              label={one.word}
              sound={() => ({ request: wordRequest(one.word, one.ipa, one.lang_code) })}
            />
            <div class="dictionary-entry">
              <strong>{one.word}</strong>
              <span class="ipa">{one.ipa}</span>
              <span class="small faint">{languageName(one.lang_code)}</span>
            </div>
            <ConfirmButton
              icon="trash"
              label={t('Delete {name}', { name: one.word })}
              question={t('Delete the pronunciation of “{word}”?', { word: one.word })}
              explanation={t('The word will get its default pronunciation again.')}
              answer={t('Delete pronunciation')}
              onConfirm={() => deletePronunciation(one)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
