import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { SoundButton } from '../../parts/sound-button.tsx';
import { messageOf } from '../../wire/http.ts';
import { savePronunciation } from '../../wire/pronunciations.ts';
import * as lookup from './lookup.ts';
import { SymbolPicker } from './symbol-picker.tsx';

/** A transcription by the user: entered with a picker, validated while typing, played and stored. */
export function OwnIpa() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const saved = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  const { ipa, validation, word, key } = lookup;
  const result = validation.value;
  const said = word.value.trim();
  const isValid = result?.valid === true;
  const inSentence = lookup.sentenceRequest(result?.ipa ?? '');

  const insert = (symbol: string) => {
    const at = field.current?.selectionStart ?? ipa.value.length;
    const end = field.current?.selectionEnd ?? at;
    write(ipa.value.slice(0, at) + symbol + ipa.value.slice(end), at + symbol.length);
  };
  const write = (text: string, caret: number) => {
    lookup.changeIpa(text);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  const save = async () => {
    const langCode = key.value;
    if (!result || lookup.isStressKey(langCode)) return;
    problem.value = null;
    try {
      await savePronunciation({ lang_code: langCode, word: said, ipa: result.ipa });
      saved.value = t('“{word}” is pronounced this way from now on.', { word: said });
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return (
    <section class="card own-ipa" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('Enter IPA')}</h2>
      <div class="field">
        <label for={`${id}-ipa`}>{t('Transcription (IPA)')}</label>
        <input
          id={`${id}-ipa`}
          ref={field}
          class="ipa"
          type="text"
          maxLength={200}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-invalid={result?.valid === false}
          aria-describedby={`${id}-check`}
          value={ipa.value}
          onInput={(event) => {
            saved.value = null;
            lookup.changeIpa(event.currentTarget.value);
          }}
        />
      </div>
      <div id={`${id}-check`} class="ipa-check" aria-live="polite">
        {result?.valid && (
          <p class="small good">
            <Icon name="check" size={16} />{' '}
            {result.ipa === ipa.value.trim()
              ? t('Valid transcription.')
              : t('Valid transcription, spoken as {ipa}.', { ipa: result.ipa })}
          </p>
        )}
        {result && !result.valid && (
          <>
            <p class="ipa marked" aria-hidden="true">
              {marked(ipa.value, result.errors).map(({ text, isWrong, at }) =>
                isWrong ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
              )}
            </p>
            <ul class="faults small">
              {result.errors.map((fault) => (
                <li key={`${fault.start} ${fault.message}`}>
                  {fault.message} ({t('character {number}', { number: fault.start + 1 })}){' '}
                  {fault.nearest.slice(0, 4).map((symbol) => (
                    <button
                      key={symbol}
                      type="button"
                      class="chip ipa"
                      aria-label={t('Replace with {symbol}', { symbol })}
                      onClick={() =>
                        write(
                          ipa.value.slice(0, fault.start) + symbol + ipa.value.slice(fault.end),
                          fault.start + symbol.length,
                        )
                      }
                    >
                      {symbol}
                    </button>
                  ))}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <SymbolPicker tableKey={key.value} onPick={insert} />
      <div class="own-ipa-foot">
        {isValid && said !== '' && (
          <SoundButton
            wide
            id="own"
            label={t('the word')}
            words={t('the word')}
            sound={() => ({ request: lookup.wordRequest(said, result.ipa, key.value) })}
          />
        )}
        {isValid && inSentence && (
          <SoundButton
            id="own in its sentence"
            label={t('the sentence')}
            words={t('the sentence')}
            sound={() => ({ request: inSentence })}
            wide
          />
        )}
        <span class="tool-gap" />
        <button
          type="button"
          class="button primary"
          disabled={!isValid || said === ''}
          onClick={() => void save()}
        >
          {t('Save to dictionary')}
        </button>
      </div>
      {saved.value && (
        <p class="small good" role="status">
          {saved.value}
        </p>
      )}
      {problem.value && (
        <p class="small problem" role="alert">
          {problem.value}
        </p>
      )}
    </section>
  );
}

/** Renders a transcription with its faults marked. */
function marked(text: string, faults: readonly { readonly start: number; readonly end: number }[]) {
  const parts: { readonly text: string; readonly isWrong: boolean; readonly at: number }[] = [];
  let at = 0;
  for (const { start, end } of [...faults].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    if (start > at) parts.push({ text: text.slice(at, start), isWrong: false, at });
    if (end > start) parts.push({ text: text.slice(start, end), isWrong: true, at: start });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isWrong: false, at });
  return parts;
}
