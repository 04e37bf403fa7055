import { useSignal } from '@preact/signals';
import { type Message, rich, t } from '../../i18n/i18n.ts';
import { Check } from '../../parts/check.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import type { CallTool } from '../../wire/agents.ts';
import { type Draft, EMPTY_TARGET, type TargetDraft } from './agent-draft.ts';
import type { Faults } from './agent-faults.ts';
import { TextField } from './text-field.tsx';

/** The tools that each check stands for. */
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
  draft: { callTools, transferTargets },
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
  const isOpen = useSignal(callTools.length > 0);
  const hasFault = Object.keys(faults).some((at) => /^(callTools|transferTargets)/.test(at));
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
    <fieldset class="targets">
      <legend>{t('Places to transfer to')}</legend>
      <p class="small faint">
        {rich(
          'A telephone number with country code, or a SIP address. Calls cost the operator money, so the server takes only those that its setting {setting} allows: telephone numbers by how they begin, SIP addresses as they are. The language model knows the names and not the numbers.',
          { setting: <code>TRANSFER_NUMBERS</code> },
        )}
      </p>
      {targets.map((target, i) => {
        const change = (part: Partial<TargetDraft>): void =>
          onChange(targets.map((other, j) => (j === i ? { ...other, ...part } : other)));
        return (
          <fieldset key={i} class="target" aria-label={t('Place {number}', { number: i + 1 })}>
            <TextField
              label={t('Called')}
              value={target.name}
              required
              maxLength={64}
              placeholder={t('billing')}
              problem={faults[`transferTargets.${i}.name`]}
              onChange={(name) => change({ name })}
            />
            <TextField
              label={t('Number or SIP address')}
              value={target.number}
              required
              maxLength={200}
              placeholder="+49 30 123456"
              problem={faults[`transferTargets.${i}.number`]}
              onChange={(number) => change({ number })}
            />
            <TextField
              label={t('For what (optional)')}
              value={target.description}
              maxLength={500}
              placeholder={t('questions about invoices')}
              problem={faults[`transferTargets.${i}.description`]}
              onChange={(description) => change({ description })}
            />
            <button
              type="button"
              class="button quiet icon-only"
              aria-label={t('Remove place {number}', { number: i + 1 })}
              onClick={() => onChange(targets.filter((_, j) => j !== i))}
            >
              <Icon name="trash" size={18} />
            </button>
          </fieldset>
        );
      })}
      {targets.length < MAX_TARGETS && (
        <button type="button" class="button quiet" onClick={() => onChange([...targets, EMPTY_TARGET])}>
          <Icon name="plus" size={18} />
          {t('Add a place')}
        </button>
      )}
    </fieldset>
  );
}
