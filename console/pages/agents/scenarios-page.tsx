import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { download } from '../../audio/wav.ts';
import { t } from '../../i18n/i18n.ts';
import { clock } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { readAgent } from '../../wire/agents.ts';
import { messageOf, WireError } from '../../wire/http.ts';
import {
  readScenarioReport,
  readScenarioRun,
  readScenarioSound,
  type ScenarioCall,
  type ScenarioRun,
  startScenarios,
  stopScenarioRun,
} from '../../wire/scenario-runs.ts';
import { BackToAgent } from './back-to-agent.tsx';

const POLL_MS = 1000;
const ROWS = 16;

const TEMPLATE = `scenarios:
  - name: hesitation is no end
    steps:
      - say: I would like, um, <pause:700ms> to book a room.
    expect:
      no_cut_off: true
      heard: [book a room]
`;

/** Kept while other pages are open. */
const text = signal(TEMPLATE);
const run = signal<{ readonly agentId: string; readonly run: ScenarioRun } | null>(null);

const isGoingOn = ({ state }: ScenarioRun): boolean => state === 'queued' || state === 'running';

/** Runs scenarios against an agent, and shows what did not hold. */
export function ScenariosPage({ id }: { readonly id: string }) {
  const name = useSignal<string | null>(null);
  const { problem, act } = useAction();
  useEffect(
    () =>
      void act(async () => {
        name.value = (await readAgent(id)).name;
      }),
    [id],
  );
  const shown = run.value?.agentId === id ? run.value.run : null;
  const runId = shown?.run_id;
  const goesOn = shown !== null && isGoingOn(shown);
  const show = (read: ScenarioRun): void => {
    run.value = { agentId: id, run: read };
  };
  useEffect(() => {
    if (runId === undefined || !goesOn) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async (): Promise<void> => {
      try {
        const read = await readScenarioRun(id, runId);
        if (isOver) return;
        problem.value = null;
        show(read);
      } catch (error) {
        if (isOver) return;
        problem.value = messageOf(error);
        // It is tried again, unless the server has forgotten the run.
        if (error instanceof WireError && error.status === 404) run.value = null;
      }
      timer = setTimeout(() => void poll(), POLL_MS);
    };
    timer = setTimeout(() => void poll(), POLL_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, runId, goesOn]);
  const stop = () =>
    act(async () => {
      if (runId !== undefined) await stopScenarioRun(id, runId);
      run.value = null;
    });
  return (
    <>
      <BackToAgent id={id} name={name.value} />
      <PageHead title={t('Scenarios')}>
        {t('Simulated callers call this agent, which uses its own model and really calls its tools.')}
      </PageHead>
      <form
        class="card usage-card scenarios"
        onSubmit={(event) => {
          event.preventDefault();
          void act(async () => show(await startScenarios(id, text.value)));
        }}
      >
        <TextField
          label={t('Scenarios as YAML')}
          rows={ROWS}
          value={text.value}
          onChange={(value) => {
            text.value = value;
          }}
        />
        {problem.value && <Notice>{problem.value}</Notice>}
        <div class="scenario-actions">
          {goesOn ? (
            <button type="button" class="button" onClick={() => void stop()}>
              <Icon name="stop" size={16} />
              {t('Stop')}
            </button>
          ) : (
            <button type="submit" class="button primary" disabled={text.value.trim() === ''}>
              <Icon name="play" size={16} />
              {t('Run')}
            </button>
          )}
          {shown && (
            <span class="faint" role="status">
              {t('{done} of {all} calls are over', { done: shown.done, all: shown.calls })}
            </span>
          )}
        </div>
      </form>
      {shown && <Results agentId={id} run={shown} />}
    </>
  );
}

function Results({ agentId, run }: { readonly agentId: string; readonly run: ScenarioRun }) {
  const problem = useSignal<string | null>(null);
  const save = (): void => {
    readScenarioReport(agentId, run.run_id).then(
      (page) => download(page, 'scenarios.html'),
      (error: unknown) => {
        problem.value = messageOf(error);
      },
    );
  };
  const { scenarios } = run.report;
  return (
    <section class="card usage-card" aria-labelledby="results-title">
      <h2 id="results-title">{t('Results')}</h2>
      {run.reason && <Notice>{run.reason}</Notice>}
      <ul class="versions">
        {scenarios.flatMap(({ name, runs }) =>
          runs.map((call, i) => <Result key={`${name} ${i}`} name={name} call={call} />),
        )}
      </ul>
      {problem.value && <Notice>{problem.value}</Notice>}
      {!isGoingOn(run) && scenarios.length > 0 && (
        <div>
          <button type="button" class="button" onClick={save}>
            <Icon name="download" size={16} />
            {t('Save the report')}
          </button>
        </div>
      )}
    </section>
  );
}

function Result({ name, call }: { readonly name: string; readonly call: ScenarioCall }) {
  const { passed, failures, sound } = call;
  return (
    <li class="scenario-call" data-passed={passed}>
      <div class="version-head">
        <Icon name={passed ? 'check' : 'close'} size={18} />
        <strong>{name}</strong>
        <span class="faint">{passed ? t('Passed') : t('Failed')}</span>
      </div>
      {failures.length > 0 && (
        <ul class="scenario-failures">
          {failures.map(({ check, reason, at_ms: at }) => (
            <li key={`${check} ${reason} ${at}`}>
              {at !== null && <span class="faint">{clock(at)} </span>}
              <code>{check}</code> {reason}
            </li>
          ))}
        </ul>
      )}
      {sound && <FailureSound url={sound.url} />}
    </li>
  );
}

/** Fetches the sound when it is wanted: its address needs the key. */
function FailureSound({ url }: { readonly url: string }) {
  const source = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => () => void (source.value && URL.revokeObjectURL(source.value)), []);
  const load = (): void => {
    readScenarioSound(url).then(
      (file) => {
        source.value = URL.createObjectURL(file);
      },
      (error: unknown) => {
        problem.value = messageOf(error);
      },
    );
  };
  if (problem.value) return <Notice>{problem.value}</Notice>;
  return source.value ? (
    // biome-ignore lint/a11y/useMediaCaption: what was said is in the failure and in the report
    <audio src={source.value} controls autoplay />
  ) : (
    <div>
      <button type="button" class="button" onClick={load}>
        <Icon name="play" size={16} />
        {t('Listen')}
      </button>
    </div>
  );
}
