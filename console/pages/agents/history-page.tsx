import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { count, moment } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { useAction } from '../../parts/use-action.ts';
import {
  type AgentFigures,
  type AgentVersion,
  listVersions,
  readFigures,
  readVersion,
  restoreVersion,
} from '../../wire/agent-history.ts';
import { readAgent } from '../../wire/agents.ts';
import { messageOf } from '../../wire/http.ts';
import { BackToAgent } from './back-to-agent.tsx';

const SPANS = [7, 30, 90];
/** Answers that are heard this soon sound natural. */
const SOON_MS = 1000;

const span = signal(30);

/** Shows the figures of an agent's conversations by version, and its versions, which can be restored. */
export function HistoryPage({ id }: { readonly id: string }) {
  const name = useSignal<string | null>(null);
  const versions = useSignal<readonly AgentVersion[]>([]);
  const figures = useSignal<readonly AgentFigures[] | null>(null);
  const problem = useSignal<string | null>(null);
  const fail = (error: unknown): void => {
    problem.value = messageOf(error);
  };
  const load = (): Promise<void> =>
    Promise.all([readAgent(id), listVersions(id)]).then(([agent, listed]) => {
      name.value = agent.name;
      versions.value = listed;
    }, fail);
  useEffect(() => void load(), [id]);
  useEffect(() => {
    readFigures(id, span.value).then((read) => {
      figures.value = read;
    }, fail);
  }, [id, span.value]);
  return (
    <>
      <BackToAgent id={id} name={name.value} />
      <PageHead
        title={t('History')}
        actions={
          <Segmented
            legend={t('Period')}
            choices={SPANS.map((days) => ({ value: days, label: t('{count} days', { count: days }) }))}
            value={span.value}
            onChange={(value) => {
              span.value = value;
            }}
          />
        }
      >
        {t('Each change of an agent makes a version. The last 20 are kept.')}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {figures.value && <Figures rows={byVersion(figures.value)} />}
      <section class="card usage-card" aria-labelledby="versions-title">
        <h2 id="versions-title">{t('Versions')}</h2>
        <ul class="versions">
          {versions.value.map((one, i) => (
            <Version key={one.version} id={id} version={one} isCurrent={i === 0} onRestored={load} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Figures({ rows }: { readonly rows: readonly AgentFigures[] }) {
  return (
    <section class="card usage-card" aria-labelledby="figures-title">
      <h2 id="figures-title">{t('Conversations by version')}</h2>
      {rows.length === 0 ? (
        <p class="faint">{t('No conversations in the last {count} days.', { count: span.value })}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must be able to do
        <div class="table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {[
                  t('Version'),
                  t('Conversations'),
                  t('Answers'),
                  t('Within a second'),
                  t('Cut off'),
                  t('Interrupted'),
                  t('Unanswered'),
                  t('Failed tools'),
                ].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.version}>
                  <th scope="row">{row.version}</th>
                  {[
                    row.conversations,
                    row.answers,
                    row.answered_within[SOON_MS] ?? 0,
                    row.cut_offs,
                    row.interruptions,
                    Math.max(0, row.turns - row.answers),
                    row.tool_failures,
                  ].map((value, i) => (
                    <td key={i}>{count(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Sums of all days, by version. */
function byVersion(rows: readonly AgentFigures[]): readonly AgentFigures[] {
  const sums = new Map<number, AgentFigures>();
  for (const row of rows) {
    const sum = sums.get(row.version);
    sums.set(row.version, sum ? sumOf(sum, row) : row);
  }
  return [...sums.values()].sort((a, b) => b.version - a.version);
}

const sumOf = (a: AgentFigures, b: AgentFigures): AgentFigures => ({
  ...a,
  conversations: a.conversations + b.conversations,
  turns: a.turns + b.turns,
  answers: a.answers + b.answers,
  interruptions: a.interruptions + b.interruptions,
  cut_offs: a.cut_offs + b.cut_offs,
  tool_failures: a.tool_failures + b.tool_failures,
  answered_within: {
    [SOON_MS]: (a.answered_within[SOON_MS] ?? 0) + (b.answered_within[SOON_MS] ?? 0),
  },
});

interface VersionProps {
  readonly id: string;
  readonly version: AgentVersion;
  readonly isCurrent: boolean;
  readonly onRestored: () => Promise<void>;
}

function Version({
  id,
  version: { version, created_at: since, changed },
  isCurrent,
  onRestored,
}: VersionProps) {
  const { problem, act } = useAction();
  const differences = useSignal<readonly Difference[] | null>(null);
  const compare = () =>
    act(async () => {
      const [current] = await listVersions(id);
      const [before, now] = await Promise.all([
        readVersion(id, version),
        readVersion(id, current?.version ?? version),
      ]);
      differences.value = differencesOf(before, now);
    });
  const restore = () => act(() => restoreVersion(id, version).then(onRestored));
  return (
    <li>
      <div class="version-head">
        <strong>{t('Version {number}', { number: version })}</strong>
        <span class="faint">
          {[moment(since), ...(isCurrent ? [t('current version')] : []), ...changed].join(' · ')}
        </span>
        {!isCurrent && (
          <button type="button" class="button quiet" onClick={() => void restore()}>
            {t('Restore version {number}', { number: version })}
          </button>
        )}
      </div>
      {problem.value && <Notice>{problem.value}</Notice>}
      {!isCurrent && (
        <details onToggle={({ currentTarget }) => currentTarget.open && void compare()}>
          <summary>{t('Compare with now')}</summary>
          {differences.value?.length === 0 && <p class="faint">{t('No difference')}</p>}
          <dl class="differences">
            {differences.value?.map(({ field, before, now }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  {before && <del>{before}</del>}
                  {now && <ins>{now}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

interface Difference {
  readonly field: string;
  readonly before: string;
  readonly now: string;
}

type Fields = Readonly<Record<string, unknown>>;

function differencesOf(before: Fields, now: Fields): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names
    .map((field) => ({ field, before: textOf(before[field]), now: textOf(now[field]) }))
    .filter((one) => one.before !== one.now);
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
