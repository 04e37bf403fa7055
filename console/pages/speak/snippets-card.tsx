import { useSignal } from '@preact/signals';
import { type Message, rich, t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import type { SpeakRequest } from '../../wire/speak.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage, snippet } from './snippets.ts';

const NEEDS: Readonly<Record<SnippetLanguage, Message>> = {
  curl: 'In a shell',
  Python: 'Python 3, standard library only',
  JavaScript: 'Node.js 18 or later, as speak.mjs',
};

/** Shows code for the same request. */
export function Snippets({ request }: { readonly request: SpeakRequest }) {
  const language = useSignal<SnippetLanguage>('curl');
  const code = snippet(language.value, location.origin, request);
  return (
    <section class="card snippets" aria-labelledby="snippets-title">
      <div class="card-head">
        <h2 id="snippets-title">{t('The same request from your program')}</h2>
        <Segmented
          legend={t('Language of the program')}
          choices={SNIPPET_LANGUAGES.map((value) => ({ value, label: value }))}
          value={language.value}
          onChange={(value) => {
            language.value = value;
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must be able to do */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div class="card-foot">
        <span class="small faint">
          {t(NEEDS[language.value])}
          {'; '}
          {rich('the API key is read from {variable}', { variable: <code>PARLEY_API_KEY</code> })}
        </span>
        <CopyButton text={code} />
      </div>
    </section>
  );
}
