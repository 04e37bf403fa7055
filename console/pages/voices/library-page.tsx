import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { knownLanguage, languageName } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SoundButton, soundProblem, stopSounds } from '../../parts/sound-button.tsx';
import { isAbort, messageOf } from '../../wire/http.ts';
import {
  isOneOfMany,
  isRobotic,
  searchVoices,
  showVoices,
  type Voice,
  voices,
  voicesProblem,
} from '../../wire/voices.ts';
import { OwnVoice, SetOfVoices } from './own-voice.tsx';
import { sampleRequest } from './sample-request.ts';

/** Number of voices shown at first. */
const MAX_SHOWN = 16;
const SEARCH_DELAY_MS = 200;

export function LibraryPage() {
  useEffect(() => {
    void showVoices();
    return stopSounds;
  }, []);
  const all = voices.value;
  const own = all?.filter(({ type }) => type === 'Cloned') ?? [];
  const { sets, singles } = grouped(own);
  return (
    <>
      <PageHead
        title={t('Voices')}
        actions={
          <>
            <a class="button" href={addressOf('voices', 'more')}>
              <Icon name="download" size={18} />
              {t('More voices')}
            </a>
            <a class="button primary" href={addressOf('voices', 'new')}>
              <Icon name="plus" size={18} />
              {t('New voice')}
            </a>
          </>
        }
      >
        {t('Your cloned voices, and the built-in voices that are available to everybody.')}
      </PageHead>
      {voicesProblem.value && <Notice>{voicesProblem.value}</Notice>}
      {soundProblem.value && <Notice>{soundProblem.value}</Notice>}
      <section aria-labelledby="own-title" class="stack">
        <h2 id="own-title">{t('Yours')}</h2>
        {all && own.length === 0 && (
          <div class="card empty">
            <Icon name="voices" size={30} />
            <h3>{t('No voices of your own yet')}</h3>
            <p class="faint">
              {t('Read a short script aloud, or upload a recording of ten seconds or more.')}
            </p>
            <a class="button" href={addressOf('voices', 'new')}>
              {t('Create your first voice')}
            </a>
          </div>
        )}
        {sets.map(({ id, members }) => (
          <SetOfVoices key={id} members={members} />
        ))}
        {singles.length > 0 && (
          <ul class="voice-grid">
            {singles.map((voice) => (
              <OwnVoice key={voice.voice_id} voice={voice} />
            ))}
          </ul>
        )}
      </section>
      {all && <BuiltIn voices={all.filter(({ type }) => type === 'Standard')} />}
    </>
  );
}

function BuiltIn({ voices: standard }: { readonly voices: readonly Voice[] }) {
  const id = useId();
  const wanted = useSignal('');
  const needle = wanted.value.trim().toLowerCase();
  const speakers = useSignal<readonly Voice[]>([]);
  const hasMany = standard.some((voice) => isOneOfMany(voice, standard));
  useEffect(() => {
    speakers.value = [];
    if (!hasMany || needle === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      searchVoices(needle, MAX_SHOWN, abort.signal).then(
        (voices) => {
          speakers.value = voices.filter(({ type }) => type === 'Standard');
        },
        (error: unknown) => {
          if (!isAbort(error)) voicesProblem.value = messageOf(error);
        },
      );
    }, SEARCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [needle, hasMany]);
  const listed = standard.filter((voice) => searchable(voice).includes(needle));
  const known = new Set(listed.map(({ voice_id }) => voice_id));
  const found = [...listed, ...speakers.value.filter(({ voice_id }) => !known.has(voice_id))];
  const shown = found.slice(0, MAX_SHOWN);
  return (
    <section aria-labelledby="built-in-title" class="stack">
      <div class="section-head">
        <h2 id="built-in-title">{t('Built-in')}</h2>
        <div class="field search">
          <label for={id} class="sr-only">
            {t('Search by language or name')}
          </label>
          <div class="with-icon">
            <input
              id={id}
              type="search"
              placeholder={t('Language or name')}
              value={wanted.value}
              onInput={(event) => {
                wanted.value = event.currentTarget.value;
              }}
            />
            <Icon name="search" size={16} />
          </div>
        </div>
      </div>
      <ul class="card voice-rows">
        {shown.map((voice) => (
          <li key={voice.voice_id}>
            <SoundButton
              id={voice.voice_id}
              label={voice.voice_name}
              sound={() => ({ request: sampleRequest(voice) })}
            />
            <span class="voice-name">
              {/* The kind of the voice is at the end of the line. */}
              {voice.voice_name.replace(/ \(robotic\)$/, '')}
              {isDefault(voice) && (
                <span class="badge" title={voice.default_reason}>
                  {t('default')}
                </span>
              )}
            </span>
            <span class="faint small">{knownLanguage(voice.lang_code) ?? ''}</span>
            <span class={isRobotic(voice) ? 'badge' : 'badge strong'}>
              {isOneOfMany(voice, standard) && needle === ''
                ? t('{kind}, {count} speakers', { kind: kindOf(voice), count: voice.speakers ?? 1 })
                : kindOf(voice)}
            </span>
          </li>
        ))}
        {shown.length === 0 && (
          <li class="faint">{t('No voice matches “{words}”.', { words: wanted.value })}</li>
        )}
      </ul>
      {found.length > shown.length && (
        <p class="small faint">
          {t('{count} more: enter a language to find them.', { count: found.length - shown.length })}
        </p>
      )}
    </section>
  );
}

/** Whether it is the default of a whole language, and not only of one variety. */
function isDefault({ lang_code, default_for }: Voice): boolean {
  return default_for?.includes(lang_code) ?? false;
}

const kindOf = (voice: Voice): string => (isRobotic(voice) ? t('robotic') : t('natural'));

function searchable(voice: Voice): string {
  const languages = voice.lang_codes.map((code) => `${code} ${languageName(code)}`).join(' ');
  return `${voice.voice_name} ${languages}`.toLowerCase();
}

/** Groups candidates of one set, before and after the choice. */
function grouped(own: readonly Voice[]): {
  readonly sets: readonly { readonly id: string; readonly members: readonly Voice[] }[];
  readonly singles: readonly Voice[];
} {
  const sets = new Map<string, Voice[]>();
  const singles: Voice[] = [];
  for (const voice of own) {
    const id = voice.assisted_report?.offer?.set_id;
    if (id) sets.set(id, [...(sets.get(id) ?? []), voice]);
    else singles.push(voice);
  }
  return { sets: [...sets].map(([id, members]) => ({ id, members })), singles };
}
