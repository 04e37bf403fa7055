import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Player } from '../../audio/player.ts';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { readRecordingPart } from '../../wire/conversations.ts';
import { messageOf } from '../../wire/http.ts';

const HEADER_BYTES = 44;
/** Two channels of 16 bits. */
const FRAME_BYTES = 4;
/** Playback starts with the last stored part: five seconds at 24 kHz. */
const BEHIND_BYTES = 5 * 24_000 * FRAME_BYTES;
const POLL_MS = 2500;

/** Plays both sides of an ongoing conversation, with a delay of some seconds. */
export function ListenIn({ id }: { readonly id: string }) {
  const listening = useSignal<AbortController | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => () => listening.value?.abort(), []);
  const start = async (): Promise<void> => {
    const abort = new AbortController();
    listening.value = abort;
    problem.value = null;
    try {
      await listen(id, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) problem.value = messageOf(error);
    }
    if (listening.value === abort) listening.value = null;
  };
  const stop = (): void => {
    listening.value?.abort();
    listening.value = null;
  };
  const isOn = listening.value !== null;
  return (
    <section class="card recording" aria-label={t('Recording')}>
      {problem.value && <Notice>{problem.value}</Notice>}
      <div class="recording-controls">
        <button
          type="button"
          class="button"
          aria-pressed={isOn}
          onClick={() => (isOn ? stop() : void start())}
        >
          <Icon name={isOn ? 'stop' : 'play'} size={16} />
          {isOn ? t('Stop listening') : t('Listen in')}
        </button>
        <p class="small faint">{t('Both sides, some seconds later')}</p>
      </div>
    </section>
  );
}

/** Plays the recording as it grows, until it is aborted. Call it in a handler of a click. */
async function listen(id: string, signal: AbortSignal): Promise<void> {
  const player = new Player();
  signal.addEventListener('abort', () => player.stop());
  let at: number | null = null;
  while (!signal.aborted) {
    // Also requests the previous frame, because a range must not begin at the end of a file.
    const range = at === null ? `-${BEHIND_BYTES}` : `${at - FRAME_BYTES}-`;
    const { from, bytes } = await readRecordingPart(id, range, signal);
    const begin: number = at ?? Math.max(HEADER_BYTES, from);
    const end = from + bytes.byteLength;
    player.push(mixed(new Int16Array(bytes, begin - from)));
    if (end === begin) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    at = end;
  }
}

/** Mixes both channels. */
function mixed(samples: Int16Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: samples.length / 2 }, (_, i) =>
    Math.max(-1, Math.min(1, (samples[2 * i]! + samples[2 * i + 1]!) / 32_768)),
  );
}
