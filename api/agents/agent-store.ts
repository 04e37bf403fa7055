import { type ApiError, refusal } from '../errors/api-error.ts';
import { type QuotaSettings, storeWithin } from '../limits/quotas.ts';
import {
  type AgentEntry,
  type AgentRecord,
  deleteAgent,
  findAgent,
  insertAgent,
  listAgents,
  newAgentId,
} from '../storage/agents.ts';
import type { Database } from '../storage/database.ts';
import type { AskedAgent } from './agent-body.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import { chooseVoice, type VoiceChoiceDeps } from './voice-choice.ts';

export interface AgentStoreDeps extends VoiceChoiceDeps {
  readonly db: Database;
  readonly sealer: SecretEncryption;
  readonly settings: QuotaSettings;
}

/** The stored agents of all owners. */
export class AgentStore {
  readonly #deps: AgentStoreDeps;

  constructor(deps: AgentStoreDeps) {
    this.#deps = deps;
  }

  /**
   * Stores an agent, encrypting its model's key. Checks that it can speak as requested.
   * @returns its id
   * @throws ApiError 422, or 409 when the owner has too many
   */
  async create(ownerId: string, { apiKey, ...agent }: AskedAgent): Promise<string> {
    const { sealer } = this.#deps;
    await chooseVoice(this.#deps, ownerId, { lang: agent.langCode, voiceId: agent.voiceId }, 'body');
    const id = newAgentId();
    const sealedKey = apiKey === null ? null : await sealer.seal(apiKey, id);
    await storeWithin(this.#deps, ['maxAgentsPerOwner', 'maxAgentMibPerOwner'], ownerId, (transaction) =>
      insertAgent(transaction, { ...agent, id, ownerId, sealedKey }),
    );
    return id;
  }

  /** Oldest first, without their instructions. */
  list(ownerId: string): Promise<AgentEntry[]> {
    return listAgents(this.#deps.db, ownerId);
  }

  /** @throws ApiError 404 when the owner has no such agent */
  async find(ownerId: string, agentId: string): Promise<AgentRecord> {
    const agent = await findAgent(this.#deps.db, ownerId, agentId);
    if (!agent) throw noSuchAgent(agentId);
    return agent;
  }

  /** @throws ApiError 404 when the owner has no such agent */
  async delete(ownerId: string, agentId: string): Promise<void> {
    if (!(await deleteAgent(this.#deps.db, ownerId, agentId))) throw noSuchAgent(agentId);
  }
}

/** The owner has no agent of this id. */
export function noSuchAgent(agentId: string): ApiError {
  return refusal('no_such_agent', { values: { agentId } });
}
