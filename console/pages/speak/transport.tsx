import { useSignal } from '@preact/signals';
import { availableFormats, encodeSound, SOUND_FORMATS, type SoundFormat } from '../../audio/formats.ts';
import { soundName } from '../../audio/sound-name.ts';
import { download } from '../../audio/wav.ts';
import { t } from '../../i18n/i18n.ts';
import { clock, duration } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Spectrogram } from '../../parts/spectrogram.tsx';
import { Waveform } from '../../parts/waveform.tsx';
import { messageOf } from '../../wire/http.ts';
import { SPEECH_RATE } from '../../wire/speak.ts';
import type { Speech } from './speech.ts';

/** Starts and stops speech, shows its waveform, and saves it. */
export function Transport({
  speech,
  voiceName,
  onStart,
}: {
  readonly speech: Speech;
  /** Name of the voice, for file names. */
  readonly voiceName: string;
  readonly onStart: () => void;
}) {
  const isDetailed = useSignal(false);
  const state = speech.state.value;
  const isOn = state === 'waiting' || state === 'playing';
  const hasSound = speech.received.value > 0;
  const isHeard = hasSound && !isOn;
  return (
    <section class="card transport" aria-label={t('Playback')}>
      <button
        type="button"
        class="play"
        onClick={() => (isOn ? speech.stop() : onStart())}
        aria-label={isOn ? t('Stop') : t('Speak')}
        data-state={state}
      >
        <Icon name={isOn ? 'stop' : 'play'} size={28} />
      </button>
      <Waveform
        peaks={speech.peaks.value}
        totalMs={speech.totalMs}
        position={() => speech.positionMs.peek()}
        isMoving={isOn}
        onSeek={isHeard ? (ms) => void speech.replay(ms) : undefined}
      />
      <div class="clock" aria-hidden="true">
        {clock(speech.positionMs.value)}
      </div>
      <dl class="figures">
        <div>
          <dt>{t('First audio')}</dt>
          <dd data-figure="first-audio">{figure(speech.firstAudioMs.value)}</dd>
        </div>
        <div>
          <dt>{t('Speech')}</dt>
          <dd>{figure(speech.receivedMs || null)}</dd>
        </div>
        <div>
          <dt>{t('Synthesized in')}</dt>
          <dd>{figure(speech.tookMs.value)}</dd>
        </div>
      </dl>
      <div class="transport-actions">
        <button
          type="button"
          class="button quiet small"
          aria-expanded={isDetailed.value}
          disabled={!hasSound}
          onClick={() => {
            isDetailed.value = !isDetailed.value;
          }}
        >
          <Icon name="usage" size={16} />
          {t('Spectrogram')}
        </button>
        <button
          type="button"
          class="button quiet small"
          disabled={!isHeard}
          onClick={() => void speech.replay(0)}
        >
          <Icon name="play" size={14} />
          {t('Play again')}
        </button>
        <Download speech={speech} voiceName={voiceName} />
      </div>
      {isDetailed.value && hasSound && (
        <Spectrogram
          samples={speech.samples}
          rateHz={SPEECH_RATE}
          label={t('Spectrogram of {duration} of speech', { duration: duration(speech.receivedMs) })}
        />
      )}
    </section>
  );
}

/** Available as soon as all of the sound has arrived, even during playback. */
function Download({ speech, voiceName }: { readonly speech: Speech; readonly voiceName: string }) {
  const format = useSignal<SoundFormat>('wav');
  const isBusy = useSignal(false);
  const isReady =
    speech.received.value > 0 && (speech.tookMs.value !== null || speech.state.value === 'stopped');
  const save = async () => {
    isBusy.value = true;
    try {
      const file = await encodeSound(format.value, speech.samples, SPEECH_RATE);
      download(file, `${soundName(speech.text.value, voiceName)}.${SOUND_FORMATS[format.value].ending}`);
    } catch (error) {
      speech.problem.value = messageOf(error);
    }
    isBusy.value = false;
  };
  return (
    <div class="download">
      <div class="select">
        <select
          aria-label={t('Format of the download')}
          value={format.value}
          onChange={(event) => {
            format.value = event.currentTarget.value as SoundFormat;
          }}
        >
          {availableFormats().map((one) => (
            <option key={one} value={one}>
              {SOUND_FORMATS[one].label}
            </option>
          ))}
        </select>
      </div>
      <button
        type="button"
        class="button small"
        disabled={!isReady || isBusy.value}
        onClick={() => void save()}
      >
        <Icon name="download" size={16} />
        {t('Download')}
      </button>
    </div>
  );
}

function figure(ms: number | null): string {
  return ms === null ? '–' : duration(ms);
}
