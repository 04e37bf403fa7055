import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { agentEntries, loadAgents } from '../../wire/agent-names.ts';
import { EMPTY_HANDOFF, type HandoffDraft } from './agent-draft.ts';
import type { Faults } from './agent-faults.ts';
import { TargetList } from './target-list.tsx';

const MAX_HANDOFFS = 20;

/** The agents that callers may be passed on to. */
export function Handoffs({
  handoffs,
  faults,
  onChange,
}: {
  readonly handoffs: readonly HandoffDraft[];
  readonly faults: Faults;
  readonly onChange: (handoffs: readonly HandoffDraft[]) => void;
}) {
  useEffect(() => {
    // Without the list, ids are shown.
    loadAgents().catch(() => undefined);
  }, []);
  const first = agentEntries.value?.at(-1)?.agent_id ?? '';
  return (
    <TargetList
      targets={handoffs}
      faults={faults}
      field="handoff"
      most={MAX_HANDOFFS}
      empty={{ ...EMPTY_HANDOFF, agentId: first }}
      legend={t('Agents to pass callers on to')}
      hint={t('They know what was said before.')}
      addLabel={t('Add an agent')}
      labelOf={(number) => t('Agent {number}', { number })}
      removeLabelOf={(number) => t('Remove agent {number}', { number })}
      place={(handoff, change) => (
        <Select
          label={t('Agent')}
          value={handoff.agentId}
          choices={choicesOf(handoff.agentId)}
          onChange={(agentId) => change({ agentId })}
        />
      )}
      below={(handoff, change, i) => (
        <TextField
          label={t('It says first (optional)')}
          value={handoff.introduction}
          maxLength={1000}
          problem={faults[`handoff.${i}.introduction`]}
          onChange={(introduction) => change({ introduction })}
        />
      )}
      onChange={onChange}
    />
  );
}

/** All agents, the newest first. @param chosen an id, which stays in the list even if its agent no longer exists */
function choicesOf(chosen: string): readonly { readonly value: string; readonly label: string }[] {
  const agents = (agentEntries.value ?? []).toReversed();
  const choices = agents.map(({ agent_id: value, name }) => ({ value, label: name || t('Unnamed') }));
  const isListed = choices.some(({ value }) => value === chosen);
  return isListed ? choices : [{ value: chosen, label: chosen }, ...choices];
}
