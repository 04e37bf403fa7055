import { QUIET_DB } from '../../audio/recording.ts';
import { t } from '../../i18n/i18n.ts';
import { clock } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Waveform } from '../../parts/waveform.tsx';
import { BOUNDS, method, recording } from './clone.ts';
import { TakePlayer } from './take-player.tsx';

/** Level below which the speaker is too far away, in dBFS. */
const LOW_DB = -30;

/** Records from the microphone, and shows its level. */
export function Recorder() {
  const take = recording.value;
  const state = take.state.value;
  const { minMs, maxMs } = BOUNDS[method.value];
  const elapsed = take.elapsedMs.value;
  const isRecording = state === 'recording';
  return (
    <div class="recorder">
      {take.problem.value && <Notice>{take.problem.value}</Notice>}
      <div class="recorder-row">
        <button
          type="button"
          class="record"
          data-recording={isRecording}
          disabled={state === 'opening'}
          aria-label={isRecording ? t('Stop recording') : state === 'done' ? t('Record again') : t('Record')}
          onClick={() => (isRecording ? take.stop() : void take.start())}
        >
          {isRecording ? <Icon name="stop" size={26} /> : <Icon name="voices" size={26} />}
        </button>
        <Waveform
          peaks={take.peaks.value}
          totalMs={isRecording ? () => maxMs : () => (state === 'done' ? take.elapsedMs.peek() : maxMs)}
          position={() => Number.POSITIVE_INFINITY}
          isMoving={isRecording}
        />
        <div class="clock">
          {clock(elapsed)}
          <span class="faint"> / {clock(maxMs)}</span>
        </div>
      </div>
      <Meter />
      <div class="recorder-foot">
        <p class="small faint" aria-live="polite">
          {hint(state, elapsed, minMs)}
        </p>
        {state === 'done' && <TakePlayer file={() => take.file} />}
      </div>
      {take.isClipped.value && (
        <Notice kind="hint">
          {t('It was too loud in places. Move a little away from the microphone, or lower its level.')}
        </Notice>
      )}
    </div>
  );
}

function Meter() {
  const db = recording.value.levelDb.value;
  const share = 1 - db / QUIET_DB;
  const isRecording = recording.value.state.value === 'recording';
  const word = db > -1 ? 'too loud' : db > LOW_DB ? 'good' : db > QUIET_DB + 5 ? 'quiet' : 'silent';
  return (
    <div class="meter-row">
      <span class="small faint">{t('Level')}</span>
      <div class="meter" aria-hidden="true" data-level={word}>
        <div class="meter-fill" style={{ width: `${Math.round(share * 100)}%` }} />
      </div>
      <span class="small faint meter-word">{isRecording ? t(word) : ''}</span>
    </div>
  );
}

function hint(state: string, elapsedMs: number, minMs: number): string {
  if (state === 'opening') return t('Waiting for microphone access…');
  if (state === 'recording') {
    const left = Math.ceil((minMs - elapsedMs) / 1000);
    return left > 0
      ? t('Keep going: {count} more seconds at least.', { count: left })
      : t('Long enough. Read to the end.');
  }
  if (state === 'done') {
    return elapsedMs < minMs
      ? t('Too short: {count} seconds at least.', { count: minMs / 1000 })
      : t('Recorded.');
  }
  return t('Press the button and start reading.');
}
