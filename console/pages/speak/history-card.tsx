import { useSignal } from '@preact/signals';
import { t } from '../../i18n/i18n.ts';
import { languageName, moment } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { forgetSpoken, MAX_SPOKEN, type Spoken, spoken } from './history.ts';

/** Number of entries shown at first. */
const FIRST = 5;

/** Texts spoken in this browser, which can be opened again. */
export function History({
  nameOf,
  onOpen,
}: {
  /** Returns the voice's name, also for entries from before the voices were loaded. */
  readonly nameOf: (one: Spoken) => string;
  readonly onOpen: (one: Spoken) => void;
}) {
  const isWhole = useSignal(false);
  const all = spoken.value;
  if (all.length === 0) return null;
  const shown = isWhole.value ? all : all.slice(0, FIRST);
  return (
    <section class="card history" aria-labelledby="history-title">
      <div class="card-head">
        <h2 id="history-title">{t('Spoken before')}</h2>
        <button type="button" class="button quiet small" onClick={forgetSpoken}>
          <Icon name="trash" size={16} />
          {t('Clear')}
        </button>
      </div>
      <ul>
        {shown.map((one) => (
          <li key={one.at}>
            <button type="button" class="history-entry" onClick={() => onOpen(one)}>
              <span class="history-text" lang={one.langCode} dir="auto">
                {one.text}
              </span>
              <small class="faint">
                {[
                  languageName(one.langCode),
                  one.voiceName || nameOf(one),
                  one.speed === 1 ? '' : `${one.speed}×`,
                  moment(new Date(one.at)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </button>
          </li>
        ))}
      </ul>
      <MoreButton isWhole={isWhole} hidden={all.length - FIRST} />
      <p class="small faint">
        {t('The last {max} texts, kept in this browser only, until you clear them or forget the key.', {
          max: MAX_SPOKEN,
        })}
      </p>
    </section>
  );
}
