import { useSignal } from '@preact/signals';
import { type Message, rich, t } from '../../i18n/i18n.ts';
import { Check } from '../../parts/check.tsx';
import { Notice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { CallTool } from '../../wire/agents.ts';
import { type Draft, EMPTY_TARGET, type TargetDraft } from './agent-draft.ts';
import type { Faults } from './agent-faults.ts';
import { Handoffs } from './handoffs.tsx';
import { TargetList } from './target-list.tsx';

/** The tools that each checkbox stands for. */
const TOOLS: readonly {
  readonly tools: readonly CallTool[];
  readonly label: Message;
  readonly hint: Message;
}[] = [
  { tools: ['end_call'], label: 'Hang up', hint: 'It ends the call when everything has been said.' },
  {
    tools: ['send_dtmf'],
    label: 'Press keys',
    hint: 'It presses telephone keys for the other side, such as those of a menu. In rooms and on telephone streams.',
  },
  {
    tools: ['transfer_call'],
    label: 'Transfer the call',
    hint: 'It puts callers by telephone through to one of the places that you list.',
  },
  {
    tools: ['pause_recording', 'resume_recording'],
    label: 'Pause the recording',
    hint: 'It pauses the recording, for instance while a caller says a card number.',
  },
];
const MAX_TARGETS = 20;

/** Selects what the agent may do with a call. The server validates the values when they are saved. */
export function CallTools({
  draft: { callTools, transferTargets, handoff },
  change,
  faults,
}: {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly faults: Faults;
}) {
  const tick = (tools: readonly CallTool[], isChecked: boolean): void => {
    const others = callTools.filter((other) => !tools.includes(other));
    const isFirst = tools.includes('transfer_call') && transferTargets.length === 0;
    change({
      callTools: isChecked ? [...others, ...tools] : others,
      ...(isFirst && { transferTargets: [EMPTY_TARGET] }),
    });
  };
  const isOpen = useSignal(callTools.length + handoff.length > 0);
  const hasFault = Object.keys(faults).some((at) => /^(callTools|transferTargets|handoff)/.test(at));
  return (
    <details
      class="more"
      open={isOpen.value || hasFault}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
      // Browsers do not report faults of fields that are not visible.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
    >
      <summary>{t('Hanging up, keys and transfers')}</summary>
      <div class="more-fields">
        {TOOLS.map(({ tools, label, hint }) => (
          <Check
            key={label}
            isChecked={tools.every((tool) => callTools.includes(tool))}
            label={t(label)}
            hint={t(hint)}
            onChange={(isChecked) => tick(tools, isChecked)}
          />
        ))}
        {callTools.includes('transfer_call') && (
          <Targets
            targets={transferTargets}
            faults={faults}
            onChange={(targets) => change({ transferTargets: targets })}
          />
        )}
        {faults.callTools && <Notice>{faults.callTools}</Notice>}
        {faults.transferTargets && <Notice>{faults.transferTargets}</Notice>}
        <Handoffs handoffs={handoff} faults={faults} onChange={(handoffs) => change({ handoff: handoffs })} />
        {faults.handoff && <Notice>{faults.handoff}</Notice>}
      </div>
    </details>
  );
}

function Targets({
  targets,
  faults,
  onChange,
}: {
  readonly targets: readonly TargetDraft[];
  readonly faults: Faults;
  readonly onChange: (targets: readonly TargetDraft[]) => void;
}) {
  return (
    <TargetList
      targets={targets}
      faults={faults}
      field="transferTargets"
      most={MAX_TARGETS}
      empty={EMPTY_TARGET}
      legend={t('Places to transfer to')}
      hint={rich(
        'A telephone number with country code, or a SIP address. Calls cost the operator money, so the server takes only those that its setting {setting} allows: telephone numbers by how they begin, SIP addresses as they are. The language model knows the names and not the numbers.',
        { setting: <code>TRANSFER_NUMBERS</code> },
      )}
      addLabel={t('Add a place')}
      labelOf={(number) => t('Place {number}', { number })}
      removeLabelOf={(number) => t('Remove place {number}', { number })}
      place={(target, change, i) => (
        <TextField
          label={t('Number or SIP address')}
          value={target.number}
          required
          maxLength={200}
          placeholder="+49 30 123456"
          problem={faults[`transferTargets.${i}.number`]}
          onChange={(number) => change({ number })}
        />
      )}
      below={(target, change) => (
        <Check
          isChecked={target.isWarm}
          label={t('Ask first')}
          hint={t(
            'They hear what it is about, and press 1, before the caller is joined with them. It needs LiveKit SIP.',
          )}
          onChange={(isWarm) => change({ isWarm })}
        />
      )}
      onChange={onChange}
    />
  );
}
