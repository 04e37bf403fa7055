import { signal, useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { download, wavFile } from '../../audio/wav.ts';
import { clock, duration } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { LanguagePicker } from '../../parts/language-picker.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Slider } from '../../parts/slider.tsx';
import { VoiceSelect } from '../../parts/voice-select.tsx';
import { Waveform } from '../../parts/waveform.tsx';
import { SPEECH_RATE, type SpeakRequest } from '../../wire/speak.ts';
import { showVoices, type Voice, voices, voicesProblem } from '../../wire/voices.ts';
import { Editor } from './editor.tsx';
import { isSample, sampleFor } from './samples.ts';
import { Snippets } from './snippets-card.tsx';
import { Speech } from './speech.ts';

// Kept while other pages are looked at.
const text = signal(sampleFor('en') ?? '');
const langCode = signal('en');
/** "" for the best one. */
const chosenVoice = signal('');
const speed = signal(1);
const speech = new Speech();

/** Multiples of the normal speed that the server takes. */
const SPEEDS = { min: 0.5, max: 2, step: 0.05 } as const;

export function SpeakPage() {
  useEffect(() => {
    void showVoices();
    return () => speech.stop();
  }, []);
  const request = useComputed(() => currentRequest());
  const start = () => {
    if (text.value.trim() !== '') void speech.start(request.value);
  };
  const voice = voices.value?.find(({ voice_id }) => voice_id === chosenVoice.value);
  return (
    <>
      <PageHead title="Speak">
        Enter text, choose a voice and listen while the rest is still being synthesized.
      </PageHead>
      <div class="speak">
        <div class="speak-main">
          <Editor text={text} langCode={langCode.value} speech={speech} onSpeak={start} />
          <Transport onStart={start} />
          {speech.problem.value && <Notice>{speech.problem.value}</Notice>}
        </div>
        <section class="card speak-side" aria-label="Speech settings">
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
          {voice?.notice && voice.engine !== 'espeak' && <Notice kind="hint">{voice.notice}</Notice>}
          <Slider
            label="Speed"
            {...SPEEDS}
            value={speed.value}
            show={(value) => `${value}×`}
            onChange={(value) => {
              speed.value = value;
            }}
          />
        </section>
        <Snippets request={request.value} />
      </div>
    </>
  );
}

function Transport({ onStart }: { readonly onStart: () => void }) {
  const state = speech.state.value;
  const isOn = state === 'waiting' || state === 'playing';
  const isHeard = speech.receivedMs > 0 && !isOn;
  return (
    <section class="card transport" aria-label="Playback">
      <button
        type="button"
        class="play"
        onClick={() => (isOn ? speech.stop() : onStart())}
        aria-label={isOn ? 'Stop' : 'Speak'}
        data-state={state}
      >
        <Icon name={isOn ? 'stop' : 'play'} size={28} />
      </button>
      <Waveform
        peaks={speech.peaks.value}
        totalMs={speech.totalMs}
        position={position}
        isMoving={isOn}
        onSeek={isHeard ? (ms) => void speech.replay(ms) : undefined}
      />
      <div class="clock" aria-hidden="true">
        {clock(speech.positionMs.value)}
      </div>
      <dl class="figures">
        <div>
          <dt>First audio</dt>
          <dd data-figure="first-audio">{figure(speech.firstAudioMs.value)}</dd>
        </div>
        <div>
          <dt>Speech</dt>
          <dd>{figure(speech.receivedMs || null)}</dd>
        </div>
        <div>
          <dt>Synthesized in</dt>
          <dd>{figure(speech.tookMs.value)}</dd>
        </div>
      </dl>
      <div class="transport-actions">
        <button
          type="button"
          class="button quiet small"
          disabled={!isHeard}
          onClick={() => void speech.replay(0)}
        >
          <Icon name="play" size={14} />
          Play again
        </button>
        <button
          type="button"
          class="button quiet small"
          disabled={!isHeard}
          onClick={() => download(wavFile(speech.samples, SPEECH_RATE), 'speech.wav')}
        >
          <Icon name="download" size={16} />
          Download WAV
        </button>
      </div>
    </section>
  );
}

const position = (): number => speech.positionMs.peek();

function figure(ms: number | null): string {
  return ms === null ? '–' : duration(ms);
}

function currentRequest(): SpeakRequest {
  const chosen = voices.value?.find(({ voice_id }) => voice_id === chosenVoice.value);
  const sampling = chosen?.selected ? chosen.assisted_report?.chosen : null;
  return {
    text: text.value,
    langCode: langCode.value,
    voiceId: chosenVoice.value || null,
    speed: speed.value,
    // A chosen candidate sounds as its preview did with what was recorded at the choice.
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

/** Takes a voice, and the language that it was recorded in. */
export function speakWith(voice: Voice): void {
  changeLanguage(voice.lang_code);
  chosenVoice.value = voice.voice_id;
}
