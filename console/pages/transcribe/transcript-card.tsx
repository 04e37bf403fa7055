import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { download } from '../../audio/wav.ts';
import { t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { clock } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Segment, Transcript } from '../../wire/transcriptions.ts';
import { srt, vtt } from './subtitles.ts';

const FORMATS = {
  txt: { label: 'TXT', type: 'text/plain', write: ({ text }: Transcript) => `${text}\n` },
  srt: { label: 'SRT', type: 'application/x-subrip', write: ({ segments }: Transcript) => srt(segments) },
  vtt: { label: 'VTT', type: 'text/vtt', write: ({ segments }: Transcript) => vtt(segments) },
  json: {
    label: 'JSON',
    type: 'application/json',
    write: (whole: Transcript) => `${JSON.stringify(whole, null, 2)}\n`,
  },
} as const;
type Format = keyof typeof FORMATS;

/**
 * The transcript beside the recording: the current segment is highlighted, and a segment is played when it is clicked.
 */
export function TranscriptCard({
  file,
  transcript,
}: {
  readonly file: File;
  readonly transcript: Transcript;
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const now = useSignal(-1);
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const { segments, text } = transcript;
  const save = (format: Format) => () => {
    const { type, write } = FORMATS[format];
    const name = file.name.replace(/\.\w+$/, '') || 'transcript';
    download(new Blob([write(transcript)], { type: `${type};charset=utf-8` }), `${name}.${format}`);
  };
  const seek = ({ start }: Segment) => {
    if (!audio.current) return;
    audio.current.currentTime = start;
    void audio.current.play();
  };
  return (
    <section class="card transcript-card" aria-label={t('Transcript')}>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said in it stands below */}
      <audio
        ref={audio}
        controls
        src={url}
        aria-label={t('Recording')}
        onTimeUpdate={(event) => {
          const at = event.currentTarget.currentTime;
          now.value = segments.findLastIndex(({ start }) => start <= at);
        }}
      />
      {text.trim() === '' && <p class="faint">{t('No speech was recognised.')}</p>}
      <ol class="segments-list">
        {segments.map((segment, i) => (
          <li key={`${segment.start} ${segment.speaker}`} data-now={i === now.value}>
            <button
              type="button"
              class="segment-time"
              aria-label={t('Play from {time}', { time: clock(segment.start * 1000) })}
              onClick={() => seek(segment)}
            >
              {clock(segment.start * 1000)}
            </button>
            <p dir="auto">
              {segment.speaker && <b>{segment.speaker} </b>}
              {segment.text}
            </p>
          </li>
        ))}
      </ol>
      <div class="card-foot">
        <CopyButton text={text} label={t('Copy text')} />
        <div class="save-as">
          {(Object.keys(FORMATS) as Format[]).map((format) => (
            <button
              key={format}
              type="button"
              class="button small"
              aria-label={t('Download as {format}', { format: FORMATS[format].label })}
              onClick={save(format)}
            >
              <Icon name="download" size={16} />
              {FORMATS[format].label}
            </button>
          ))}
        </div>
      </div>
    </section>
  );
}
