import { useSignal } from '@preact/signals';
import { addressOf } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { telephone } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { agentName } from '../../wire/agent-names.ts';
import { hangUpCall, type OutgoingCall, readCall } from '../../wire/calls.ts';
import { messageOf } from '../../wire/http.ts';
import { factsOf, isOver, statusName, stepsOf } from './call-words.ts';
import { show } from './calls.ts';

/** A call with its attempts. */
export function CallRow({ call }: { readonly call: OutgoingCall }) {
  const { call_id: id, agent_id: agentId, to, status, attempts, conversation_id: conversation } = call;
  const problem = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const hangUp = async () => {
    isBusy.value = true;
    problem.value = null;
    try {
      await hangUpCall(id);
      show([await readCall(id)]);
    } catch (error) {
      problem.value = messageOf(error);
    }
    isBusy.value = false;
  };
  const number = telephone(to);
  const name = agentName(agentId);
  return (
    <li class="card job call-row" data-status={status}>
      <div class="job-head">
        <div class="job-title">
          <h2>{number}</h2>
          <p class="small faint">{[...(name === null ? [] : [name]), ...factsOf(call)].join(' · ')}</p>
        </div>
        <div class="job-actions">
          <span class="badge call-status" role="status">
            <span class="call-dot" aria-hidden="true" />
            {statusName(status)}
          </span>
          {conversation && (
            <a class="button small" href={addressOf('agents', agentId, 'conversations', conversation)}>
              <Icon name="book" size={16} />
              {t('Conversation')}
            </a>
          )}
          {!isOver(status) && (
            <button
              type="button"
              class="button small danger"
              aria-label={`${t('Hang up')}, ${number}`}
              disabled={isBusy.value}
              onClick={() => void hangUp()}
            >
              <Icon name="phone" size={16} />
              {t('Hang up')}
            </button>
          )}
        </div>
      </div>
      {attempts.length > 0 && (
        <ol class="call-attempts small" aria-label={t('Attempts')}>
          {attempts.map((attempt) => (
            <li key={attempt.dialing_at}>{stepsOf(attempt).join(' → ')}</li>
          ))}
        </ol>
      )}
      {problem.value && <p class="small problem">{problem.value}</p>}
    </li>
  );
}
