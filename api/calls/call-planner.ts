import type { AgentStore } from '../agents/agent-store.ts';
import type { ConversationPlan, ConversationPlanner } from '../agents/conversation-planner.ts';
import type { CallRecord } from '../storage/calls.ts';

export interface CallPlannerDeps {
  readonly store: Pick<AgentStore, 'find'>;
  readonly planner: Pick<ConversationPlanner, 'plan'>;
}

/** Plans the conversations of calls: with the agent's settings at the time of the call, and those of the call. */
export class CallPlanner {
  readonly #deps: CallPlannerDeps;

  constructor(deps: CallPlannerDeps) {
    this.#deps = deps;
  }

  /** @throws ApiError 404 when there is no such agent, 422 when it cannot speak as requested */
  async plan(
    call: Pick<CallRecord, 'ownerId' | 'agentId' | 'request'> & Partial<Pick<CallRecord, 'id'>>,
  ): Promise<ConversationPlan> {
    const { ownerId, agentId, request, id } = call;
    const { overrides, variables } = request;
    const agent = await this.#deps.store.find(ownerId, agentId);
    const raw = { ...overrides, ...(Object.keys(variables).length > 0 && { variables }) };
    const plan = await this.#deps.planner.plan({ ownerId, agent, raw, part: 'body' });
    if (id === undefined) return plan;
    const { answering } = request;
    return { ...plan, settings: { ...plan.settings, callId: id, ...(answering && { answering }) } };
  }
}
