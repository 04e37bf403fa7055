import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { count, duration } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { ask, messageOf } from '../../wire/http.ts';
import { everyDay, type UsageDay } from './days.ts';
import { UsageChart } from './usage-chart.tsx';

const SPANS = [7, 30, 90];

const span = signal(30);
const days = signal<readonly UsageDay[] | null>(null);
const problem = signal<string | null>(null);

/** The page that shows the owner's usage: characters, sound and streams, day by day. */
export function UsagePage() {
  useEffect(() => {
    const abort = new AbortController();
    ask<{ readonly days: readonly UsageDay[] }>('/usage', {
      query: { days: span.value },
      signal: abort.signal,
    }).then(
      (answer) => {
        days.value = everyDay(answer.days, span.value, new Date());
        problem.value = null;
      },
      (error: unknown) => {
        if (!abort.signal.aborted) problem.value = messageOf(error);
      },
    );
    return () => abort.abort();
  }, [span.value]);
  const all = days.value ?? [];
  const used = all.filter(({ requests }) => requests > 0);
  const sum = (field: 'characters' | 'audio_ms' | 'requests') =>
    all.reduce((total, one) => total + one[field], 0);
  return (
    <>
      <PageHead
        title={t('Usage')}
        actions={
          <Segmented
            legend={t('Period')}
            choices={SPANS.map((value) => ({ value, label: t('{count} days', { count: value }) }))}
            value={span.value}
            onChange={(value) => {
              span.value = value;
            }}
          />
        }
      >
        {t('All your API keys together, by UTC day. Pauses count as one character per second.')}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      <dl class="totals">
        <Total label={t('Characters')} value={count(sum('characters'))} />
        <Total label={t('Audio')} value={duration(sum('audio_ms'))} />
        <Total label={t('Streams')} value={count(sum('requests'))} />
      </dl>
      <section class="card usage-card" aria-labelledby="chart-title">
        <h2 id="chart-title">{t('Characters per day')}</h2>
        {days.value && used.length === 0 ? (
          <p class="faint">{t('No speech in the last {count} days.', { count: span.value })}</p>
        ) : (
          days.value && <UsageChart days={all} />
        )}
      </section>
      {used.length > 0 && (
        <section class="card usage-card" aria-labelledby="table-title">
          <h2 id="table-title">{t('Days with usage')}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must be able to do */}
          <div class="table" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('Day')}</th>
                  <th scope="col">{t('Characters')}</th>
                  <th scope="col">{t('Audio')}</th>
                  <th scope="col">{t('Streams')}</th>
                </tr>
              </thead>
              <tbody>
                {used.toReversed().map((one) => (
                  <tr key={one.day}>
                    <th scope="row">{one.day}</th>
                    <td>{count(one.characters)}</td>
                    <td>{duration(one.audio_ms)}</td>
                    <td>{count(one.requests)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}

function Total({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div class="card total">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
