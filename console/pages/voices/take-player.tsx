import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';

/** Plays a take before it is sent. */
export function TakePlayer({ file }: { readonly file: () => Blob }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file());
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, []);
  if (url === null) return null;
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down yet what is said in it
  return <audio class="take-player" controls src={url} aria-label={t('Your recording')} />;
}
