import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Listener, Recording } from '../audio/recording.ts';
import { t } from '../i18n/i18n.ts';
import { clock } from './format.ts';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';

/** Records from the microphone. When pressed again, it passes on the recording. */
export function RecordButton({
  maxMs,
  listener = null,
  onRecorded,
}: {
  /** Time after which recording ends automatically. */
  readonly maxMs: number;
  readonly listener?: Listener | null;
  readonly onRecorded: (file: File) => void;
}) {
  const recording = useSignal(new Recording(maxMs, listener)).value;
  useEffect(() => () => recording.discard(), []);
  const state = recording.state.value;
  useEffect(() => {
    if (state === 'done') onRecorded(new File([recording.file], 'recording.wav', { type: 'audio/wav' }));
  }, [state]);
  const isOn = state === 'recording';
  return (
    <>
      <button
        type="button"
        class="button record-button"
        data-recording={isOn}
        disabled={state === 'opening'}
        onClick={() => (isOn ? recording.stop() : void recording.start())}
      >
        <Icon name={isOn ? 'stop' : 'voices'} size={18} />
        {isOn ? t('Stop recording') : t('Record')}
        {isOn && <span class="record-clock">{clock(recording.elapsedMs.value)}</span>}
      </button>
      {recording.problem.value && <Notice>{recording.problem.value}</Notice>}
    </>
  );
}
