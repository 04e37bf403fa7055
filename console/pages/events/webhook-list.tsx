import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { day } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { agentName } from '../../wire/agent-names.ts';
import { messageOf } from '../../wire/http.ts';
import { deleteWebhook, listWebhooks, type Webhook } from '../../wire/webhooks.ts';
import { eventName } from './event-words.ts';
import { WebhookForm } from './webhook-form.tsx';

/** The addresses that events are sent to. */
export function WebhookList() {
  const webhooks = useSignal<readonly Webhook[] | null>(null);
  const problem = useSignal<string | null>(null);
  const isMaking = useSignal(false);
  const secret = useSignal<string | null>(null);
  const load = async () => {
    try {
      webhooks.value = (await listWebhooks()).toReversed();
      problem.value = null;
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  useEffect(() => void load(), []);
  const all = webhooks.value;
  return (
    <section class="stack" aria-labelledby="webhooks-title">
      <div class="card-head">
        <h2 id="webhooks-title">{t('Webhooks')}</h2>
        {all && !isMaking.value && (
          <button
            type="button"
            class="button"
            onClick={() => {
              secret.value = null;
              isMaking.value = true;
            }}
          >
            <Icon name="plus" size={18} />
            {t('New webhook')}
          </button>
        )}
      </div>
      {problem.value && <Notice>{problem.value}</Notice>}
      {isMaking.value && (
        <WebhookForm
          onMade={(made) => {
            secret.value = made;
            isMaking.value = false;
            void load();
          }}
          onCancel={() => {
            isMaking.value = false;
          }}
        />
      )}
      {secret.value && (
        <section class="card made-key" aria-label={t('The secret of the webhook')} aria-live="polite">
          <h2>{t('The secret of the webhook')}</h2>
          <p class="faint">
            {t('It verifies that messages come from this server.')}{' '}
            {t('Copy it now: it is shown only this once.')}
          </p>
          <div class="made-key-row">
            <code>{secret.value}</code>
            <CopyButton text={secret.value} />
          </div>
        </section>
      )}
      {all?.length === 0 && !isMaking.value && (
        <p class="faint">
          {t('Events are sent nowhere yet. A webhook is an address of yours that receives them.')}
        </p>
      )}
      {all && all.length > 0 && (
        <ul class="card key-rows" aria-labelledby="webhooks-title">
          {all.map((webhook) => (
            <Row key={webhook.webhook_id} webhook={webhook} onChange={load} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ webhook, onChange }: { readonly webhook: Webhook; readonly onChange: () => Promise<void> }) {
  const { webhook_id: id, url, events, agent_id, created_at } = webhook;
  const facts = [
    events ? events.map(eventName).join(', ') : t('All events'),
    agent_id ? (agentName(agent_id) ?? t('Agent')) : t('All agents'),
    t('created {day}', { day: day(created_at) }),
  ];
  return (
    <li>
      <span class="model-sign">
        <Icon name="link" size={20} />
      </span>
      <div class="model-title">
        <a class="key-name" href={addressOf('events', id)}>
          {url}
        </a>
        <small class="faint">{facts.join(' · ')}</small>
      </div>
      <div class="model-actions">
        <ConfirmButton
          icon="trash"
          label={t('Delete {name}', { name: url })}
          question={t('Delete {name}?', { name: url })}
          explanation={t('What has not been delivered to it is not sent any more.')}
          answer={t('Delete webhook')}
          onConfirm={async () => {
            await deleteWebhook(id);
            await onChange();
          }}
        />
      </div>
    </li>
  );
}
