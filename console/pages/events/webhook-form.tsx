import { useSignal } from '@preact/signals';
import { t } from '../../i18n/i18n.ts';
import { Check } from '../../parts/check.tsx';
import { sortFaults } from '../../parts/faults.ts';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { EVENT_TYPES, type EventType } from '../../wire/owner-events.ts';
import { makeWebhook } from '../../wire/webhooks.ts';
import { agentChoices } from './event-list.tsx';
import { eventName } from './event-words.ts';

/**
 * A form for the address of a webhook, and for the events that it receives.
 * @param onMade gets the secret
 */
export function WebhookForm({
  onMade,
  onCancel,
}: {
  readonly onMade: (secret: string) => void;
  readonly onCancel: () => void;
}) {
  const url = useSignal('');
  const agentId = useSignal('');
  const isAll = useSignal(true);
  const types = useSignal<readonly EventType[]>([]);
  const isBusy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const urlProblem = useSignal<string | undefined>(undefined);
  const submit = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    problem.value = null;
    urlProblem.value = undefined;
    try {
      onMade(
        await makeWebhook({
          url: url.value.trim(),
          ...(!isAll.value && { events: types.value }),
          ...(agentId.value && { agent_id: agentId.value }),
        }),
      );
    } catch (error) {
      const { found, others } = sortFaults(error, ([, name]) => (name === 'url' ? 'url' : undefined));
      urlProblem.value = found.url;
      problem.value = others || null;
      isBusy.value = false;
    }
  };
  return (
    <form class="card new-key" aria-label={t('New webhook')} onSubmit={submit}>
      <TextField
        label={t('Address')}
        type="url"
        required
        maxLength={2048}
        value={url.value}
        placeholder="https://example.com/parley"
        hint={t('It receives a signed POST for each event.')}
        problem={urlProblem.value}
        onChange={(value) => {
          url.value = value;
        }}
      />
      <Select
        label={t('Agent')}
        value={agentId.value}
        choices={agentChoices()}
        onChange={(value) => {
          agentId.value = value;
        }}
      />
      <fieldset class="checks">
        <legend class="field-label">{t('Events')}</legend>
        <Check
          label={t('All events')}
          hint={t('Also those that later versions add')}
          isChecked={isAll.value}
          onChange={(isChecked) => {
            isAll.value = isChecked;
          }}
        />
        {!isAll.value &&
          EVENT_TYPES.map((type) => (
            <Check
              key={type}
              label={eventName(type)}
              hint={type}
              isChecked={types.value.includes(type)}
              onChange={(isChecked) => {
                types.value = EVENT_TYPES.filter((one) =>
                  one === type ? isChecked : types.value.includes(one),
                );
              }}
            />
          ))}
      </fieldset>
      {problem.value && <Notice>{problem.value}</Notice>}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onCancel}>
          {t('Cancel')}
        </button>
        <button
          type="submit"
          class="button primary"
          disabled={isBusy.value || url.value.trim() === '' || (!isAll.value && types.value.length === 0)}
        >
          {t('Create webhook')}
        </button>
      </div>
    </form>
  );
}
