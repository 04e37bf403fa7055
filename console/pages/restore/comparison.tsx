import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type DecodedSound, decodeSound } from '../../audio/decode.ts';
import { t } from '../../i18n/i18n.ts';
import { duration } from '../../parts/format.ts';
import { Segmented } from '../../parts/segmented.tsx';
import { Spectrogram } from '../../parts/spectrogram.tsx';

/** Both recordings for comparison, each with playback and a spectrogram. */
export function Comparison({
  before,
  after,
}: {
  /** Null if this page no longer has it. The server deletes it when the job is done. */
  readonly before: Blob | null;
  readonly after: Blob;
}) {
  const which = useSignal<'before' | 'after'>('after');
  const sound = useSignal<DecodedSound | null>(null);
  const file = which.value === 'before' && before ? before : after;
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  useEffect(() => {
    let isOver = false;
    decodeSound(file).then(
      (decoded) => {
        if (!isOver) sound.value = decoded;
      },
      // A recording that the browser cannot decode has no spectrogram, although the server could decode it.
      () => {
        if (!isOver) sound.value = null;
      },
    );
    return () => {
      isOver = true;
    };
  }, [file]);
  return (
    <div class="comparison">
      {before && (
        <Segmented
          legend={t('Recording to hear')}
          choices={[
            { value: 'before', label: t('Before') },
            { value: 'after', label: t('After') },
          ]}
          value={which.value}
          onChange={(value) => {
            which.value = value as 'before' | 'after';
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said in it */}
      <audio controls src={url} aria-label={t('Recording')} />
      {sound.value && (
        <Spectrogram
          samples={sound.value.samples}
          rateHz={sound.value.rateHz}
          label={t('Spectrogram of {duration} of speech', {
            duration: duration((sound.value.samples.length / sound.value.rateHz) * 1000),
          })}
        />
      )}
    </div>
  );
}
