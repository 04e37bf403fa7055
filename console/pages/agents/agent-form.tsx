import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Check } from '../../parts/check.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LanguagePicker } from '../../parts/language-picker.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { VoiceSelect } from '../../parts/voice-select.tsx';
import { messageOf } from '../../wire/http.ts';
import { loadVoices, voices } from '../../wire/voices.ts';
import { ANY_LANGUAGE, type Draft } from './agent-draft.ts';
import { type Faults, sorted } from './agent-faults.ts';
import { CallTools } from './call-tools.tsx';
import { languagesName } from './languages-name.ts';
import { ModelNotice } from './model-notice.tsx';
import { PRESETS } from './presets.ts';

/** Agents do not support this language. */
const UNAVAILABLE = 'ar';

export interface AgentFormProps {
  readonly title: string;
  readonly lead: string;
  /** The page that the form was opened from. */
  readonly back: { readonly name: string; readonly address: string };
  readonly draft: Signal<Draft>;
  readonly isNew: boolean;
  /** Whether a key for the agent's model is stored. It is not shown. */
  readonly hasApiKey: boolean;
  /** Labels of the button: idle, and while it is working. */
  readonly labels: readonly [string, string];
  /** @throws WireError 422 with the faults */
  readonly onSubmit: () => Promise<void>;
}

/** The form with the properties of an agent. */
export function AgentForm({ title, lead, back, draft, isNew, hasApiKey, labels, onSubmit }: AgentFormProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const faults = useSignal<Faults>({});
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  useEffect(() => {
    loadVoices().catch((error: unknown) => {
      problem.value = messageOf(error);
    });
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = null;
    faults.value = {};
    try {
      await onSubmit();
    } catch (error) {
      const { found, others } = sorted(error);
      faults.value = found;
      problem.value = others || (Object.keys(found).length > 0 ? t('Some fields are not valid.') : null);
    }
    isBusy.value = false;
  };
  const { name, prompt, greeting, langCode, voiceId, llmModel } = draft.value;
  const speaking = voices.value?.filter(({ lang_code }) => lang_code.split('-')[0] !== UNAVAILABLE) ?? [];
  return (
    <>
      <a class="back" href={back.address}>
        <Icon name="back" size={16} />
        {back.name}
      </a>
      <PageHead title={title}>{lead}</PageHead>
      <form class="card agent-form" onSubmit={submit}>
        {isNew && (
          <div class="presets">
            <span class="small faint" id="presets-label">
              {t('Start from')}
            </span>
            <ul aria-labelledby="presets-label">
              {PRESETS.map((preset) => (
                <li key={t(preset.name)}>
                  <button type="button" class="chip" onClick={() => change(preset)}>
                    {t(preset.name)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        <TextField
          label={t('Name')}
          value={name}
          required
          maxLength={200}
          problem={faults.value.name}
          onChange={(value) => change({ name: value })}
        />
        <TextField
          label={t('Prompt')}
          value={prompt}
          rows={6}
          maxLength={100_000}
          placeholder={t('You are …')}
          hint={t('The system prompt of the language model: who the agent is and what it knows.')}
          problem={faults.value.prompt}
          onChange={(value) => change({ prompt: value })}
        />
        <TextField
          label={t('Greeting')}
          value={greeting}
          maxLength={5000}
          hint={t('What the agent says first. Without a greeting it waits for the caller.')}
          problem={faults.value.greeting}
          onChange={(value) => change({ greeting: value })}
        />
        <div class="pair">
          <LanguagePicker
            voices={speaking}
            value={langCode}
            others={[
              { value: ANY_LANGUAGE, label: languagesName(ANY_LANGUAGE) },
              // The picker does not offer several languages; existing ones stay.
              ...(langCode.includes(',') ? [{ value: langCode, label: languagesName(langCode) }] : []),
            ]}
            onChange={(code) => change({ langCode: code, voiceId: '' })}
          />
          <VoiceSelect
            voices={speaking}
            langCode={langCode === ANY_LANGUAGE ? null : (langCode.split(',')[0] ?? '')}
            value={voiceId}
            onChange={(id) => change({ voiceId: id })}
          />
        </div>
        {[faults.value.langCode, faults.value.voiceId].map(
          (fault) => fault && <Notice key={fault}>{fault}</Notice>,
        )}
        <ModelNotice hasOwn={llmModel.trim() !== ''}>
          {t('Give the agent a model of its own below.')}
        </ModelNotice>
        <Kept draft={draft.value} change={change} faults={faults.value} />
        <CallTools draft={draft.value} change={change} faults={faults.value} />
        <More draft={draft.value} change={change} faults={faults.value} hasApiKey={hasApiKey} />
        {problem.value && <Notice>{problem.value}</Notice>}
        <div class="form-foot">
          <button type="submit" class="button primary" disabled={isBusy.value}>
            {labels[isBusy.value ? 1 : 0]}
          </button>
          <a class="button quiet" href={back.address}>
            {t('Cancel')}
          </a>
        </div>
      </form>
    </>
  );
}

function Kept({
  draft: { keepsTranscripts, transcriptDays, isRecorded, recordingNeedsConsent, recordingNotice },
  change,
  faults,
}: Pick<Parameters<typeof More>[0], 'draft' | 'change' | 'faults'>) {
  return (
    <>
      <Check
        isChecked={keepsTranscripts}
        label={t('Keep transcripts')}
        hint={t(
          'What is said in conversations is stored on the server, encrypted, until it is deleted. Tell your callers.',
        )}
        onChange={(isChecked) => change({ keepsTranscripts: isChecked })}
      />
      <Check
        isChecked={isRecorded}
        label={t('Record conversations')}
        hint={t('Both sides are stored as sound, encrypted, until it is deleted. Callers are told first.')}
        onChange={(isChecked) => change({ isRecorded: isChecked })}
      />
      {isRecorded && (
        <>
          <TextField
            label={t('What callers are told (optional)')}
            value={recordingNotice}
            maxLength={500}
            placeholder={t('This call is recorded.')}
            problem={faults.recordingNotice}
            onChange={(value) => change({ recordingNotice: value })}
          />
          <Check
            isChecked={recordingNeedsConsent}
            label={t('Record only with consent')}
            hint={t('Sessions are recorded only if they are opened with recording_consent=true.')}
            onChange={(isChecked) => change({ recordingNeedsConsent: isChecked })}
          />
        </>
      )}
      {(keepsTranscripts || isRecorded) && (
        <TextField
          label={t('Delete transcripts and recordings after, days')}
          type="number"
          value={transcriptDays}
          placeholder="30"
          problem={faults.transcriptDays}
          onChange={(value) => change({ transcriptDays: value })}
        />
      )}
    </>
  );
}

function More({
  draft,
  change,
  faults,
  hasApiKey,
}: {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly faults: Faults;
  readonly hasApiKey: boolean;
}) {
  const { minDelayMs, maxDelayMs, mcpServers, httpTools, llmBaseUrl, llmModel, llmApiKey } = draft;
  const hasFault = [faults.minDelayMs, faults.mcpServers, faults.httpTools, faults.llmModel].some(Boolean);
  return (
    <details class="more" open={hasFault || undefined}>
      <summary>{t('Turn-taking, tools and language model')}</summary>
      <div class="more-fields">
        <div class="pair">
          <TextField
            label={t('Minimum endpointing delay, ms')}
            type="number"
            value={minDelayMs}
            placeholder="200"
            hint={t('Silence that ends a turn when the caller sounds finished')}
            problem={faults.minDelayMs}
            onChange={(value) => change({ minDelayMs: value })}
          />
          <TextField
            label={t('Maximum endpointing delay, ms')}
            type="number"
            value={maxDelayMs}
            placeholder="2500"
            hint={t('Silence that ends a turn when more seems to follow')}
            onChange={(value) => change({ maxDelayMs: value })}
          />
        </div>
        <TextField
          label={t('MCP servers, one URL per line')}
          rows={2}
          value={mcpServers}
          placeholder="https://tools.example.org/mcp"
          problem={faults.mcpServers}
          onChange={(value) => change({ mcpServers: value })}
        />
        <TextField
          label={t('HTTP tools, as JSON')}
          rows={3}
          value={httpTools}
          placeholder='[{"name": "order_status", "method": "GET", "url": "https://shop.example.org/orders/{id}", …}]'
          problem={faults.httpTools}
          onChange={(value) => change({ httpTools: value })}
        />
        <div class="pair">
          <TextField
            label={t('Language model')}
            value={llmModel}
            hint={t("Leave empty for the server's default")}
            problem={faults.llmModel}
            onChange={(value) => change({ llmModel: value })}
          />
          <TextField
            label={t('Base URL (OpenAI-compatible)')}
            type="url"
            value={llmBaseUrl}
            placeholder="https://…/v1"
            hint={t("Leave empty for the server's default")}
            onChange={(value) => change({ llmBaseUrl: value })}
          />
        </div>
        <TextField
          label={t('API key')}
          type="password"
          value={llmApiKey}
          hint={
            hasApiKey
              ? t('Leave empty to keep the stored key, as long as the base URL stays')
              : t('Stored encrypted and never shown again')
          }
          onChange={(value) => change({ llmApiKey: value })}
        />
      </div>
    </details>
  );
}
