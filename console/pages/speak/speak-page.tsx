import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { LanguagePicker } from '../../parts/language-picker.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Slider } from '../../parts/slider.tsx';
import { VoiceSelect } from '../../parts/voice-select.tsx';
import type { SpeakRequest } from '../../wire/speak.ts';
import { isRobotic, showVoices, type Voice, voices, voicesProblem } from '../../wire/voices.ts';
import { chosenVoice, type Draft, draft, langCode, linkTo, openDraft, SPEEDS, speed, text } from './draft.ts';
import { Editor } from './editor.tsx';
import { noteSpoken } from './history.ts';
import { History } from './history-card.tsx';
import { isSample, sampleFor } from './samples.ts';
import { Snippets } from './snippets-card.tsx';
import { Speech } from './speech.ts';
import { Transport } from './transport.tsx';

// Kept while other pages are open.
const speech = new Speech();

export function SpeakPage() {
  /** The draft of the last request. */
  const asked = useSignal<Draft | null>(null);
  useEffect(() => {
    void showVoices();
    return () => speech.stop();
  }, []);
  const request = useComputed(() => currentRequest());
  const start = () => {
    if (text.value.trim() === '') return;
    asked.value = draft();
    noteSpoken({ ...asked.value, voiceName: nameOf(asked.value), at: Date.now() });
    void speech.start(request.value);
  };
  const voice = voices.value?.find(({ voice_id }) => voice_id === chosenVoice.value);
  return (
    <>
      <PageHead title={t('Speak')}>
        {t('Enter text, choose a voice and listen while the rest is still being synthesized.')}
      </PageHead>
      <div class="speak">
        <div class="speak-main">
          <Editor text={text} langCode={langCode.value} speech={speech} onSpeak={start} />
          <Transport speech={speech} voiceName={asked.value ? nameOf(asked.value) : ''} onStart={start} />
          {speech.problem.value && <Notice>{speech.problem.value}</Notice>}
        </div>
        <div class="speak-side">
          <section class="card speak-settings" aria-label={t('Speech settings')}>
            {voicesProblem.value && <Notice>{voicesProblem.value}</Notice>}
            <LanguagePicker voices={voices.value ?? []} value={langCode.value} onChange={changeLanguage} />
            <VoiceSelect
              voices={voices.value ?? []}
              langCode={langCode.value}
              value={chosenVoice.value}
              onChange={(id) => {
                chosenVoice.value = id;
              }}
            />
            {voice?.notice && !isRobotic(voice) && <Notice kind="hint">{voice.notice}</Notice>}
            <Slider
              label={t('Speed')}
              {...SPEEDS}
              value={speed.value}
              show={(value) => `${value}×`}
              onChange={(value) => {
                speed.value = value;
              }}
            />
            <div class="speak-link">
              <CopyButton text={() => linkTo(draft())} label={t('Copy link to this text')} icon="link" />
            </div>
          </section>
          <History
            nameOf={nameOf}
            onOpen={(one) => {
              speech.stop();
              openDraft(one);
              scrollTo(0, 0);
            }}
          />
        </div>
        <Snippets request={request.value} />
      </div>
    </>
  );
}

/** Returns the name of the voice that speaks a text; "" until the voices are loaded. */
function nameOf({ voiceId, langCode: code }: Pick<Draft, 'voiceId' | 'langCode'>): string {
  const isIt = (one: Voice) => (voiceId === '' ? one.default_for?.includes(code) : one.voice_id === voiceId);
  return voices.value?.find(isIt)?.voice_name ?? '';
}

function currentRequest(): SpeakRequest {
  const chosen = voices.value?.find(({ voice_id }) => voice_id === chosenVoice.value);
  const sampling = chosen?.selected ? chosen.assisted_report?.chosen : null;
  return {
    text: text.value,
    langCode: langCode.value,
    voiceId: chosenVoice.value || null,
    speed: speed.value,
    // A chosen candidate must sound like its preview, so the sampling from its choice is used.
    topK: sampling?.top_k ?? null,
    temperature: sampling?.temperature ?? null,
  };
}

function changeLanguage(code: string): void {
  langCode.value = code;
  const own = voices.value?.some(({ voice_id, type }) => voice_id === chosenVoice.value && type === 'Cloned');
  if (!own) chosenVoice.value = '';
  const sample = sampleFor(code);
  if (sample && (isSample(text.value) || text.value.trim() === '')) text.value = sample;
}

/** Selects a voice, and the language that it was recorded in. */
export function speakWith(voice: Voice): void {
  changeLanguage(voice.lang_code);
  chosenVoice.value = voice.voice_id;
}
