import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { decodeChannels } from '../../audio/decode.ts';
import { Peaks } from '../../audio/peaks.ts';
import { download } from '../../audio/wav.ts';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Waveform } from '../../parts/waveform.tsx';
import { readRecording } from '../../wire/conversations.ts';
import { messageOf } from '../../wire/http.ts';

/** Enough for waveforms, and little memory for a long call. */
const WAVEFORM_RATE = 8000;

/** Plays the recording of a conversation, with a waveform of each side. */
export function RecordingPlayer({
  id,
  position,
  seek,
}: {
  readonly id: string;
  /** Receives the playback position, in ms. */
  readonly position: Signal<number>;
  /** Another part of the page writes the position to play from, in ms. */
  readonly seek: Signal<number | null>;
}) {
  const file = useSignal<Blob | null>(null);
  const sides = useSignal<readonly Peaks[]>([]);
  const problem = useSignal<string | null>(null);
  const isPlaying = useSignal(false);
  const audio = useRef<HTMLAudioElement>(null);
  const fail = (error: unknown): void => {
    problem.value = messageOf(error);
  };
  useEffect(() => {
    readRecording(id).then((read) => {
      file.value = read;
      // Without waveforms it can still be played.
      return peaksOf(read).then(
        (peaks) => {
          sides.value = peaks;
        },
        () => undefined,
      );
    }, fail);
  }, []);
  const url = useMemo(() => file.value && URL.createObjectURL(file.value), [file.value]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const playFrom = (ms: number): void => {
    if (!audio.current) return;
    audio.current.currentTime = ms / 1000;
    position.value = ms;
  };
  useEffect(
    () =>
      seek.subscribe((ms) => {
        if (ms === null) return;
        playFrom(ms);
        void audio.current?.play();
      }),
    [],
  );
  const current = (): number => (audio.current?.currentTime ?? 0) * 1000;
  const [caller, agent] = sides.value;
  return (
    <section class="card recording" aria-label={t('Recording')}>
      {problem.value && <Notice>{problem.value}</Notice>}
      {[caller, agent].map(
        (peaks, i) =>
          peaks && (
            <div key={i} class="recording-side">
              <span class="turn-who">{i === 0 ? t('Caller') : t('Agent')}</span>
              <Waveform
                peaks={peaks}
                totalMs={() => peaks.durationMs}
                position={current}
                isMoving={isPlaying.value}
                onSeek={playFrom}
              />
            </div>
          ),
      )}
      <div class="recording-controls">
        {/* biome-ignore lint/a11y/useMediaCaption: the transcript below has the words */}
        <audio
          ref={audio}
          controls
          src={url ?? undefined}
          aria-label={t('Recording')}
          onPlay={() => {
            isPlaying.value = true;
          }}
          onPause={() => {
            isPlaying.value = false;
          }}
          onTimeUpdate={() => {
            position.value = current();
          }}
        />
        <button
          type="button"
          class="button"
          disabled={!file.value}
          onClick={() => file.value && download(file.value, `conversation-${id}.ogg`)}
        >
          <Icon name="download" size={18} />
          {t('Sound')}
        </button>
      </div>
    </section>
  );
}

async function peaksOf(file: Blob): Promise<readonly Peaks[]> {
  const channels = await decodeChannels(file, 2, WAVEFORM_RATE);
  return channels.map((samples) => {
    const peaks = new Peaks(WAVEFORM_RATE);
    peaks.push(samples);
    return peaks;
  });
}
