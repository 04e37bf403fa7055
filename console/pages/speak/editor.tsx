import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { rich, t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { isAbort } from '../../wire/http.ts';
import { ipaTableOf, suggestIpa } from '../../wire/ipa.ts';
import { stretchesOf } from './marked-text.ts';
import type { Speech } from './speech.ts';

/** Longer texts have no highlighting: updating thousands of words would make the page slow. */
const MAX_MARKED_CHARS = 20_000;
const PAUSES = ['300ms', '500ms', '1s', '2s'] as const;

/**
 * The text field, with a copy of the text underneath in which tags are marked and words are highlighted as they are
 * spoken. The copy is hidden from screen readers.
 */
export function Editor({
  text,
  langCode,
  speech,
  onSpeak,
}: {
  readonly text: Signal<string>;
  readonly langCode: string;
  readonly speech: Speech;
  readonly onSpeak: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isLooking = useSignal(false);
  const hint = useSignal('');
  // Word offsets refer to the text as it was sent.
  const isSame = speech.text.value === text.value;
  const stretches = useComputed(() =>
    text.value.length > MAX_MARKED_CHARS
      ? []
      : stretchesOf(text.value, speech.text.value === text.value ? speech.words.value : []),
  );
  const now = isSame ? speech.now.value : -1;

  const insertPause = (length: string) => {
    const field = area.current;
    if (!field) return;
    field.selectionStart = field.selectionEnd;
    replaceSelection(field, `<pause:${length}>`);
  };
  const tagWord = async () => {
    const field = area.current;
    if (!field || isLooking.value) return;
    selectWord(field);
    const { selectionStart: start, selectionEnd: end, value } = field;
    const word = value.slice(start, end);
    const key = ipaTableOf(langCode);
    if (word === '' || /[<>]/.test(word)) {
      hint.value = t('Select a word first.');
      field.focus();
      return;
    }
    if (key === null) {
      hint.value = t('This language has no phoneme tags.');
      return;
    }
    isLooking.value = true;
    hint.value = '';
    const ipa = await suggestIpa({ word, key, text: value, offset: start, limit: 1 })
      .then(({ suggestions }) => suggestions[0]?.ipa ?? '')
      .catch((error: unknown) => {
        if (!isAbort(error)) hint.value = t('No suggestion found: enter the IPA yourself.');
        return '';
      });
    isLooking.value = false;
    if (field.value.slice(start, end) !== word) return;
    field.setSelectionRange(start, end);
    replaceSelection(field, `<phoneme:${ipa}>${word}</phoneme>`);
    const at = start + '<phoneme:'.length;
    field.setSelectionRange(at, at + ipa.length);
  };
  return (
    <div class="editor-card card">
      <div class="editor-tools" role="toolbar" aria-label={t('Markup')}>
        <span class="tool-label" id="pause-label">
          {t('Pause')}
        </span>
        {PAUSES.map((length) => (
          <button
            key={length}
            type="button"
            class="chip"
            aria-label={t('Insert a pause of {length}', { length: spaced(length) })}
            onClick={() => insertPause(length)}
          >
            {spaced(length)}
          </button>
        ))}
        <span class="tool-gap" />
        <button type="button" class="chip" onClick={tagWord} disabled={isLooking.value}>
          <Icon name="pronounce" size={16} />
          {t('Pronounce selection')}
        </button>
      </div>
      <div class="editor">
        <div class="editor-copy" aria-hidden="true" data-lit={now >= 0}>
          {stretches.value.map(({ text: part, isTag, word }, i) => (
            <span
              // Stretches have no identity except their index.
              key={i}
              class={[isTag && 'is-tag', word !== null && wordClass(word, now)].filter(Boolean).join(' ')}
            >
              {part}
            </span>
          ))}
          {'\u200b'}
        </div>
        <textarea
          ref={area}
          aria-label={t('Text to speak')}
          aria-describedby="editor-hint"
          spellcheck={false}
          lang={langCode}
          dir="auto"
          maxLength={100_000}
          placeholder={t('Enter the text to speak…')}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            hint.value = '';
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              onSpeak();
            }
          }}
        />
      </div>
      <div class="editor-foot small faint">
        <span id="editor-hint" aria-live="polite">
          {hint.value || (
            <span class="keys">
              {rich('{ctrl} {enter} speaks', { ctrl: <kbd>Ctrl</kbd>, enter: <kbd>Enter</kbd> })}
            </span>
          )}
        </span>
        <span>{t('{count} characters', { count: text.value.length })}</span>
      </div>
    </div>
  );
}

/** Formats `500ms` with a space. */
function spaced(length: string): string {
  return length.replace(/(\d)(?=m?s$)/, '$1 ');
}

function wordClass(word: number, now: number): string {
  if (word === now) return 'word is-now';
  return word < now ? 'word is-spoken' : 'word';
}

/** Replaces the selection as if by typing, so that it can be undone. */
function replaceSelection(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Without a selection, selects the word at the cursor. Removes surrounding space from a selection. */
function selectWord(field: HTMLTextAreaElement): void {
  const { value } = field;
  let { selectionStart: start, selectionEnd: end } = field;
  const isWord = (at: number) => /[\p{L}\p{M}\p{N}'’-]/u.test(value[at] ?? '');
  if (start === end) {
    while (start > 0 && isWord(start - 1)) start--;
    while (isWord(end)) end++;
  }
  while (start < end && /\s/.test(value[start] ?? '')) start++;
  while (end > start && /\s/.test(value[end - 1] ?? '')) end--;
  field.setSelectionRange(start, end);
}
