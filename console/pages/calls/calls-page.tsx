import { useEffect } from 'preact/hooks';
import { route } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { LiveSign } from '../../parts/live-sign.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { loadAgents } from '../../wire/agent-names.ts';
import { messageOf } from '../../wire/http.ts';
import { CallForm } from './call-form.tsx';
import { CallRow } from './call-row.tsx';
import { calls, cursor, follow, liveProblem, loadMore, problem } from './calls.ts';

/** Calls telephones, and shows the progress of the calls. `#/calls/ID` begins with the agent of that id. */
export function CallsPage() {
  useEffect(() => {
    loadAgents().catch((error: unknown) => {
      problem.value = messageOf(error);
    });
    return follow();
  }, []);
  const all = calls.value;
  return (
    <>
      <PageHead title={t('Calls')} actions={<LiveSign problem={liveProblem.value} />}>
        {t('Let an agent call a telephone, and see what becomes of each call.')}
      </PageHead>
      <div class="work">
        <CallForm chosen={route.value.rest[0]} />
        <div class="work-main">
          {problem.value && <Notice>{problem.value}</Notice>}
          {all?.length === 0 && (
            <div class="card empty">
              <Icon name="phone" size={30} />
              <h2>{t('No calls yet')}</h2>
              <p class="faint">{t('Calls appear here: those that you begin, and those of your programs.')}</p>
            </div>
          )}
          {all && all.length > 0 && (
            <ul class="jobs" aria-label={t('Calls')}>
              {all.map((call) => (
                <CallRow key={call.call_id} call={call} />
              ))}
            </ul>
          )}
          {cursor.value && (
            <button type="button" class="button quiet more" onClick={() => void loadMore()}>
              {t('Show older ones')}
            </button>
          )}
        </div>
      </div>
    </>
  );
}
