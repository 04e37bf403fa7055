import { isDeepStrictEqual } from 'node:util';
import type { HttpTool } from '../../agent-worker/tools/http-tool.ts';
import { recogniserCommand } from '../../engine/setup.ts';
import { ApiError, fieldFault, invalid, refusal } from '../errors/api-error.ts';
import { type QuotaSettings, storeWithin } from '../limits/quotas.ts';
import { type DayFigures, listAgentFigures } from '../storage/agent-figures.ts';
import { type AgentVersion, addAgentVersion, listAgentVersions } from '../storage/agent-versions.ts';
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
import { type AskedAgent, type ChangedAgent, fieldsOfAgent } from './agent-body.ts';
import { headersOf, openSecrets, sealSecrets, withHeaders, withoutHeaders } from './agent-secrets.ts';
import { checkTransferTargets, type TransferRules } from './call-fields.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import type { AskedTool } from './tool-fields.ts';
import { chooseVoice, type VoiceChoiceDeps } from './voice-choice.ts';

export interface AgentStoreDeps extends VoiceChoiceDeps {
  readonly db: Database;
  readonly sealer: SecretEncryption;
  readonly settings: QuotaSettings & TransferRules;
  /** Whether speech in a language can be recognised; with "", whether the spoken language can be detected. */
  readonly canHear: (lang: string) => boolean;
}

/** Represents all languages but English. */
const ANOTHER_LANGUAGE = 'de';

/** The stored agents of all owners. */
export class AgentStore {
  readonly #deps: AgentStoreDeps;

  constructor(deps: AgentStoreDeps) {
    this.#deps = deps;
  }

  /**
   * Stores an agent, encrypting its model's key and its tools' headers. Checks that it can speak as requested.
   * @returns its id
   * @throws ApiError 422, or 409 when the owner has too many
   */
  async create(ownerId: string, { apiKey, tools, ...agent }: AskedAgent): Promise<string> {
    await chooseVoice(this.#deps, ownerId, { lang: agent.langCode, voiceId: agent.voiceId }, 'body');
    checkTransferTargets(agent.transferTargets, this.#deps.settings);
    await this.#checkHandoff(ownerId, agent);
    const id = newAgentId();
    const columns = await this.#withSecrets(id, apiKey, withValues(tools, []));
    await storeWithin(
      this.#deps,
      ['maxAgentsPerOwner', 'maxAgentMibPerOwner'],
      ownerId,
      async (transaction) =>
        keepVersion(transaction, await insertAgent(transaction, { ...agent, ...columns, id, ownerId })),
    );
    return id;
  }

  /** Returns what the stored agent cannot do. Such an agent is refused only where the missing ability is needed. */
  async warnings(
    ownerId: string,
    { langCode, voiceId }: Pick<AgentRecord, 'langCode' | 'voiceId'>,
  ): Promise<readonly string[]> {
    const choice = { lang: langCode, voiceId };
    const chosen = await chooseVoice(this.#deps, ownerId, choice, 'body').catch((error: unknown) => {
      // A voice that has been deleted since is reported at the call.
      if (error instanceof ApiError) return null;
      throw error;
    });
    if (chosen === null) return [];
    const { lang, follows } = chosen;
    const { canHear } = this.#deps;
    const unheard = (typeof follows === 'object' ? follows : [lang]).filter((each) => !canHear(each));
    const warnings = unheard.map((each) => {
      const values = { lang: each, command: recogniserCommand(each) };
      return fieldFault([], 'language_not_recognised', values).msg;
    });
    if (!follows || unheard.length > 0 || canHear('')) return warnings;
    // Any language except English needs a recogniser that detects languages.
    const values = { lang, command: recogniserCommand(ANOTHER_LANGUAGE) };
    return [fieldFault([], 'language_not_found_out', values).msg];
  }

  /** Lists the owner's agents, oldest first, without their instructions. */
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
   * Changes an agent. Concurrent changes are not lost: this change is repeated on their result.
   * @param change returns the new agent for the stored one
   * @throws ApiError 404 when the owner has no such agent; 409, 422; what `change` throws
   */
  async update(
    ownerId: string,
    agentId: string,
    change: (stored: AgentRecord) => ChangedAgent,
  ): Promise<AgentRecord> {
    for (;;) {
      const stored = await this.find(ownerId, agentId);
      const { apiKey, keepsKey, tools, ...agent } = change(stored);
      await chooseVoice(this.#deps, ownerId, { lang: agent.langCode, voiceId: agent.voiceId }, 'body');
      checkTransferTargets(agent.transferTargets, this.#deps.settings);
      await this.#checkHandoff(ownerId, agent);
      const before = await openSecrets(this.#deps.sealer, stored.secrets, agentId);
      const complete = withValues(tools, withHeaders(stored.tools, before.headers));
      const columns = await this.#withSecrets(agentId, keepsKey ? before.apiKey : apiKey, complete);
      const changed = await storeWithin(this.#deps, ['maxAgentMibPerOwner'], ownerId, async (transaction) => {
        const current = await findAgent(transaction, ownerId, agentId);
        if (!current) throw noSuchAgent(agentId);
        if (!isDeepStrictEqual(current, stored)) return null;
        // Agents that were stored before versions were kept have none yet.
        await keepVersion(transaction, stored);
        const record = await updateAgent(transaction, { ...agent, ...columns, id: agentId, ownerId });
        await keepVersion(transaction, record);
        return record;
      });
      if (changed) return changed;
    }
  }

  /**
   * Lists the last versions of an agent, newest first: the current one, and those before it.
   * @throws ApiError 404 when the owner has no such agent
   */
  async versions(ownerId: string, agentId: string): Promise<readonly AgentVersion[]> {
    const agent = await this.find(ownerId, agentId);
    const versions = await listAgentVersions(this.#deps.db, agentId);
    return versions.length > 0 ? versions : [{ version: 1, ...versionOf(agent) }];
  }

  /** @throws ApiError 404 when the owner has no such agent, or the agent no such version */
  async version(ownerId: string, agentId: string, version: number): Promise<AgentVersion> {
    const versions = await this.versions(ownerId, agentId);
    const found = versions.find((one) => one.version === version);
    if (!found) throw refusal('no_such_agent_version', { values: { version } });
    return found;
  }

  /**
   * Lists the figures of an agent from a day on, by day and version.
   * @param fromDay YYYY-MM-DD
   * @throws ApiError 404 when the owner has no such agent
   */
  async figures(ownerId: string, agentId: string, fromDay: string): Promise<readonly DayFigures[]> {
    await this.find(ownerId, agentId);
    return listAgentFigures(this.#deps.db, agentId, fromDay);
  }

  /** @throws ApiError 404 when the owner has no such agent */
  async delete(ownerId: string, agentId: string): Promise<void> {
    if (!(await deleteAgent(this.#deps.db, ownerId, agentId))) throw noSuchAgent(agentId);
  }

  /** @throws ApiError 422 for an agent that the owner does not have */
  async #checkHandoff(ownerId: string, { handoff }: Pick<AgentRecord, 'handoff'>): Promise<void> {
    for (const [index, { agentId }] of handoff.entries()) {
      if (await findAgent(this.#deps.db, ownerId, agentId)) continue;
      throw invalid(['body', 'handoff', index, 'agent_id'], 'handoff_agent_unknown', { agentId });
    }
  }

  /** The stored secrets and tools of an agent. */
  async #withSecrets(id: string, apiKey: string | null, tools: readonly HttpTool[]) {
    const secrets = await sealSecrets(this.#deps.sealer, { apiKey, headers: headersOf(tools) }, id);
    return { secrets, hasApiKey: apiKey !== null, tools: withoutHeaders(tools) };
  }
}

const versionOf = (agent: AgentRecord) => ({ createdAt: agent.updatedAt, fields: fieldsOfAgent(agent) });

const keepVersion = (db: Database, agent: AgentRecord): Promise<void> =>
  addAgentVersion(db, agent.id, versionOf(agent));

/** Tools with the requested headers, or else the stored ones. */
const withValues = (tools: readonly AskedTool[], before: readonly HttpTool[]): HttpTool[] =>
  tools.map((tool) => {
    const known = before.find(({ name }) => name === tool.name)?.headers ?? {};
    const headers = Object.entries(tool.headers).map(([name, value]) => [name, value ?? known[name] ?? '']);
    return { ...tool, headers: Object.fromEntries(headers) as HttpTool['headers'] };
  });

/** The error for an agent id that the owner does not have. */
export function noSuchAgent(agentId: string): ApiError {
  return refusal('no_such_agent', { values: { agentId } });
}
