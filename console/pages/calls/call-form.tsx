import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { sortFaults } from '../../parts/faults.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { agentEntries } from '../../wire/agent-names.ts';
import { type Agent, readAgent } from '../../wire/agents.ts';
import { makeCall } from '../../wire/calls.ts';
import { messageOf } from '../../wire/http.ts';
import { add } from './calls.ts';
import { variablesOf } from './prompt-variables.ts';

interface Draft {
  readonly agentId: string;
  readonly to: string;
  readonly from: string;
  readonly trunk: string;
  /** Variables of all agents, by name. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Kept while other pages are open. */
const draft = signal<Draft>({ agentId: '', to: '', from: '', trunk: '', variables: {} });
/** Key of the call until it is accepted, so that a repeated request does not make a second call. */
let key = newKey();

/**
 * A form for a number, and the variables of the agent that is chosen.
 * @param chosen id of the agent that it begins with; by default the last one
 */
export function CallForm({ chosen }: { readonly chosen: string | undefined }) {
  const agent = useSignal<Agent | null>(null);
  const isBusy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const faults = useSignal<Readonly<Record<string, string>>>({});
  const agents = agentEntries.value ?? [];
  const { to, from, trunk, variables } = draft.value;
  const agentId = agents.some(({ agent_id }) => agent_id === draft.value.agentId)
    ? draft.value.agentId
    : (agents.at(-1)?.agent_id ?? '');
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part };
    key = newKey();
  };
  useEffect(() => {
    if (chosen) change({ agentId: chosen });
  }, [chosen]);
  useEffect(() => {
    let isLeft = false;
    agent.value = null;
    if (agentId === '') return;
    readAgent(agentId).then(
      (read) => {
        if (!isLeft) agent.value = read;
      },
      (error: unknown) => {
        if (!isLeft) problem.value = messageOf(error);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [agentId]);
  const asked = agent.value ? variablesOf(agent.value) : [];
  const submit = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    problem.value = null;
    faults.value = {};
    try {
      const filled = asked.map(({ name }) => [name, variables[name]?.trim() ?? ''] as const);
      const call = await makeCall(
        agentId,
        {
          to: to.trim(),
          ...(from.trim() && { from: from.trim() }),
          ...(trunk.trim() && { sip_trunk_id: trunk.trim() }),
          variables: Object.fromEntries(filled.filter(([, value]) => value !== '')),
        },
        key,
      );
      key = newKey();
      add(call);
    } catch (error) {
      const places = ['to', 'from', 'sip_trunk_id', ...asked.map(({ name }) => `variables.${name}`)];
      const sorted = sortFaults(error, ([, ...path]) => places.find((place) => place === path.join('.')));
      faults.value = sorted.found;
      problem.value = sorted.others || null;
    }
    isBusy.value = false;
  };
  if (agentEntries.value?.length === 0) {
    return (
      <section class="card work-settings">
        <p>{t('A call needs an agent.')}</p>
        <a class="button" href={addressOf('agents', 'new')}>
          {t('Create your first agent')}
        </a>
      </section>
    );
  }
  const hasFault = faults.value.from !== undefined || faults.value.sip_trunk_id !== undefined;
  return (
    <form class="card work-settings" aria-label={t('New call')} aria-busy={isBusy.value} onSubmit={submit}>
      <Select
        label={t('Agent')}
        value={agentId}
        choices={agents
          .map(({ agent_id: value, name }) => ({ value, label: name || t('Unnamed') }))
          .toReversed()}
        onChange={(value) => change({ agentId: value })}
      />
      <TextField
        label={t('Telephone number')}
        type="tel"
        required
        maxLength={200}
        value={to}
        placeholder="+49 30 123456"
        hint={t('With country code, or a SIP address')}
        problem={faults.value.to}
        onChange={(value) => change({ to: value })}
      />
      {asked.map(({ name, fallback }) => (
        <TextField
          key={name}
          label={name}
          maxLength={4000}
          value={variables[name] ?? ''}
          required={fallback === undefined}
          {...(fallback !== undefined && { placeholder: fallback })}
          problem={faults.value[`variables.${name}`]}
          onChange={(value) => change({ variables: { ...variables, [name]: value } })}
        />
      ))}
      <details class="more" open={hasFault || undefined}>
        <summary>{t('Caller ID and trunk')}</summary>
        <div class="more-fields">
          <TextField
            label={t('Caller ID (optional)')}
            type="tel"
            maxLength={200}
            value={from}
            problem={faults.value.from}
            onChange={(value) => change({ from: value })}
          />
          <TextField
            label={t('Trunk of LiveKit SIP (optional)')}
            maxLength={128}
            value={trunk}
            placeholder="ST_…"
            problem={faults.value.sip_trunk_id}
            onChange={(value) => change({ trunk: value })}
          />
        </div>
      </details>
      {problem.value && <Notice>{problem.value}</Notice>}
      <button type="submit" class="button primary wide" disabled={isBusy.value || agentId === ''}>
        <Icon name="phone" size={18} />
        {t('Call this number')}
      </button>
    </form>
  );
}

/** `crypto.randomUUID` exists only in secure contexts. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
