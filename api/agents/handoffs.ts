import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import { CallControlError } from '../../agent-worker/door.ts';
import { followedLanguage } from '../../agent-worker/languages/followed-languages.ts';
import type { HandoffTarget } from '../../agent-worker/tools/call-settings.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AgentStore } from './agent-store.ts';
import type { ConversationPlanner } from './conversation-planner.ts';

/** Fields of the call, the same for all its agents. */
const OF_THE_CALL = [
  'mode',
  'metadata',
  'turnDetails',
  'partialTranscripts',
  'languageChanges',
  'greetingText',
  'transcriptDays',
  'recording',
  'summary',
  'callId',
] as const satisfies readonly (keyof ConversationSettings)[];

export interface HandoffsDeps {
  readonly store: Pick<AgentStore, 'find'>;
  readonly planner: Pick<ConversationPlanner, 'plan'>;
}

/** The settings of agents that callers are passed on to. */
export class Handoffs {
  readonly #deps: HandoffsDeps;

  constructor(deps: HandoffsDeps) {
    this.#deps = deps;
  }

  /**
   * @param before the settings of the agent that passes the caller on
   * @param lang the language that is spoken
   * @throws CallControlError when that agent is gone or cannot talk
   */
  async plan(
    ownerId: string,
    { agentId }: HandoffTarget,
    before: ConversationSettings,
    lang: string,
  ): Promise<ConversationSettings> {
    const { store, planner } = this.#deps;
    try {
      const agent = await store.find(ownerId, agentId);
      const raw = { mode: before.mode, variables: before.handoff?.variables ?? {} };
      const { settings } = await planner.plan({ ownerId, agent, raw, part: 'body' });
      const own = Object.entries(settings).filter(([name]) => !isOfTheCall(name));
      const kept = Object.entries(before).filter(([name]) => isOfTheCall(name));
      const next = Object.fromEntries([...own, ...kept]) as unknown as ConversationSettings;
      return { ...next, greeting: '', lang: languageOf(next, lang) };
    } catch (error) {
      if (error instanceof ApiError) throw new CallControlError('that agent cannot talk at the moment');
      throw error;
    }
  }
}

const isOfTheCall = (name: string): boolean => (OF_THE_CALL as readonly string[]).includes(name);

/** An agent that can speak the language of the call continues in it. */
function languageOf({ lang: first, follows }: ConversationSettings, spoken: string): string {
  if (!follows) return first;
  return followedLanguage(spoken, { first, follows, isPossible: () => true }) ?? first;
}
