import { t } from '../../i18n/i18n.ts';
import { FileDrop } from '../../parts/file-drop.tsx';
import { upload } from './clone.ts';
import { TakePlayer } from './take-player.tsx';

/** Accepts a recording from a file, chosen or dropped. */
export function Upload() {
  const file = upload.value;
  return (
    <div class="upload">
      <FileDrop
        file={file instanceof File ? file : null}
        hint={t('WAV, MP3, M4A, FLAC, Ogg or WebM, up to {size}', { size: '25 MB' })}
        onFile={(chosen) => {
          upload.value = chosen;
        }}
      />
      {file && <TakePlayer key={`${file.name} ${file.size} ${file.lastModified}`} file={() => file} />}
    </div>
  );
}
