import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { Icon } from './icon.tsx';

/** Accepts a recording from a file, chosen or dropped. */
export function FileDrop({
  file,
  hint,
  onFile,
}: {
  /** The chosen file. */
  readonly file: File | null;
  /** Text about accepted files. */
  readonly hint: string;
  readonly onFile: (file: File) => void;
}) {
  const id = useId();
  const isOver = useSignal(false);
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? [];
    if (first) onFile(first);
  };
  return (
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
      <span>{file ? file.name : t('Choose a file, or drop it here')}</span>
      <small>{hint}</small>
      <input
        id={id}
        class="sr-only"
        type="file"
        accept="audio/*,.wav,.mp3,.m4a,.mp4,.aac,.flac,.ogg,.opus,.webm"
        onChange={(event) => {
          take(event.currentTarget.files);
          // Allows the same file to be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
