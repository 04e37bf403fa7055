import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { upload } from './clone.ts';
import { TakePlayer } from './take-player.tsx';

/** A recording from a file, chosen or dropped. */
export function Upload() {
  const id = useId();
  const isOver = useSignal(false);
  const file = upload.value;
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? [];
    if (first) upload.value = first;
  };
  return (
    <div class="upload">
      <label
        class="drop"
        for={id}
        data-over={isOver.value}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => {
          isOver.value = false;
        }}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          take(event.dataTransfer?.files);
        }}
      >
        <Icon name="upload" size={24} />
        <span>{file ? file.name : 'Choose a file, or drop it here'}</span>
        <small>WAV, MP3, M4A, FLAC, Ogg or WebM, up to 25 MB</small>
        <input
          id={id}
          class="sr-only"
          type="file"
          accept="audio/*,.wav,.mp3,.m4a,.mp4,.aac,.flac,.ogg,.opus,.webm"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
      {file && <TakePlayer key={`${file.name} ${file.size} ${file.lastModified}`} file={() => file} />}
    </div>
  );
}
