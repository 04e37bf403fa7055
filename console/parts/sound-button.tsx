import { signal } from '@preact/signals';
import { decodePcm16 } from '../audio/pcm.ts';
import { Player } from '../audio/player.ts';
import { t } from '../i18n/i18n.ts';
import { isAbort, messageOf } from '../wire/http.ts';
import { type SpeakRequest, speak } from '../wire/speak.ts';
import { Icon } from './icon.tsx';

/** The sound that a button plays: a text to be spoken, or a WAV file of 24 kHz in base64. */
export type Sound = { readonly request: SpeakRequest } | { readonly wav: string };

/** Only one sound is played at a time on the whole page. */
const playing = signal<string | null>(null);
export const soundProblem = signal<string | null>(null);
let stopPlaying: () => void = () => undefined;

const WAV_HEADER_BYTES = 44;

/** Stops the current sound, of any button. */
export function stopSounds(): void {
  stopPlaying();
}

/**
 * Plays a sound; when pressed again it stops.
 * @param id unique among all buttons on the page
 */
export function SoundButton({
  id,
  sound,
  label,
  wide = false,
  words = '',
}: {
  readonly id: string;
  readonly sound: () => Sound;
  /** Name of the sound, behind “Play” in the accessible name. */
  readonly label: string;
  /** Shows a text beside the icon. */
  readonly wide?: boolean;
  /** Text behind “Play”, where there are several buttons. */
  readonly words?: string;
}) {
  const isOn = playing.value === id;
  return (
    <button
      type="button"
      class={wide ? 'button sound' : 'button icon-only sound'}
      aria-label={isOn ? t('Stop {what}', { what: label }) : t('Play {what}', { what: label })}
      aria-pressed={isOn}
      onClick={() => (isOn ? stopSounds() : void play(id, sound()))}
    >
      <Icon name={isOn ? 'stop' : 'play'} size={16} />
      {wide &&
        (isOn
          ? words
            ? t('Stop {what}', { what: words })
            : t('Stop')
          : words
            ? t('Play {what}', { what: words })
            : t('Play'))}
    </button>
  );
}

async function play(id: string, sound: Sound): Promise<void> {
  stopSounds();
  const abort = new AbortController();
  const player = new Player();
  const stop = () => {
    abort.abort();
    player.stop();
    if (playing.value === id) playing.value = null;
  };
  stopPlaying = stop;
  playing.value = id;
  soundProblem.value = null;
  try {
    if ('wav' in sound) player.push(samplesOf(sound.wav));
    else for await (const { samples } of speak(sound.request, abort.signal)) player.push(samples);
    player.complete();
    await player.ended;
  } catch (error) {
    if (!isAbort(error)) soundProblem.value = messageOf(error);
  }
  if (stopPlaying === stop) stop();
}

function samplesOf(wav: string): Float32Array<ArrayBuffer> {
  // Previews are WAV files of our own server: a header of 44 bytes, followed by samples.
  return decodePcm16(wav).slice(WAV_HEADER_BYTES / 2);
}
