import { isDeepStrictEqual } from 'node:util';
import { recogniserCommand } from '../../engine/setup.ts';
import { ApiError, fieldFault, refusal } from '../errors/api-error.ts';
import { type QuotaSettings, storeWithin } from '../limits/quotas.ts';
import {
  type AgentEntry,
  type AgentRecord,
  deleteAgent,
  findAgent,
  insertAgent,
  listAgents,
  newAgentId,
  updateAgent,
} from '../storage/agents.ts';
import type { Database } from '../storage/database.ts';
import type { AskedAgent, ChangedAgent } from './agent-body.ts';
import { checkTransferTargets, type TransferRules } from './call-fields.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import { chooseVoice, type VoiceChoiceDeps } from './voice-choice.ts';

export interface AgentStoreDeps extends VoiceChoiceDeps {
  readonly db: Database;
  readonly sealer: SecretEncryption;
  readonly settings: QuotaSettings & TransferRules;
  /** Whether speech in a language can be recognised. */
  readonly canHear: (lang: string) => boolean;
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
    checkTransferTargets(agent.transferTargets, this.#deps.settings);
    const id = newAgentId();
    const sealedKey = apiKey === null ? null : await sealer.seal(apiKey, id);
    await storeWithin(this.#deps, ['maxAgentsPerOwner', 'maxAgentMibPerOwner'], ownerId, (transaction) =>
      insertAgent(transaction, { ...agent, id, ownerId, sealedKey }),
    );
    return id;
  }

  /** What an agent cannot do as it is stored; with such a warning it is refused only where that is needed. */
  async warnings(
    ownerId: string,
    { langCode, voiceId }: Pick<AgentRecord, 'langCode' | 'voiceId'>,
  ): Promise<readonly string[]> {
    const { lang } = await chooseVoice(this.#deps, ownerId, { lang: langCode, voiceId }, 'body').catch(
      (error: unknown) => {
        // A voice that has been deleted since is reported at the call.
        if (error instanceof ApiError) return { lang: null };
        throw error;
      },
    );
    if (lang === null || this.#deps.canHear(lang)) return [];
    const values = { lang, command: recogniserCommand(lang) };
    return [fieldFault([], 'language_not_recognised', values).msg];
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

  /**
   * Changes an agent. A change at the same time is not lost: this one is then made to its result.
   * @param change what it is to be, by what is stored
   * @throws ApiError 404 when the owner has no such agent; 409, 422; what `change` throws
   */
  async update(
    ownerId: string,
    agentId: string,
    change: (stored: AgentRecord) => ChangedAgent,
  ): Promise<AgentRecord> {
    const { sealer } = this.#deps;
    for (;;) {
      const stored = await this.find(ownerId, agentId);
      const { apiKey, keepsKey, ...agent } = change(stored);
      await chooseVoice(this.#deps, ownerId, { lang: agent.langCode, voiceId: agent.voiceId }, 'body');
      checkTransferTargets(agent.transferTargets, this.#deps.settings);
      const newKey = apiKey === null ? null : await sealer.seal(apiKey, agentId);
      const sealedKey = keepsKey ? stored.sealedKey : newKey;
      const changed = await storeWithin(this.#deps, ['maxAgentMibPerOwner'], ownerId, async (transaction) => {
        const current = await findAgent(transaction, ownerId, agentId);
        if (!current) throw noSuchAgent(agentId);
        if (!isDeepStrictEqual(current, stored)) return null;
        return updateAgent(transaction, { ...agent, id: agentId, ownerId, sealedKey });
      });
      if (changed) return changed;
    }
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
