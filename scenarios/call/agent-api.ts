import type { KeptCall } from '../file/kept-call.ts';
import type { Scenario } from '../file/scenario.ts';
import { keyFrom } from '../model/endpoint.ts';
import type { Place } from './doors/door.ts';
import { request } from './request.ts';

/** Model name in requests to the scripted model, which ignores it. */
const SCRIPTED_MODEL = 'scripted';

/** Creates and deletes agents over REST, and reads the stored data of their calls. */
export class AgentApi {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /**
   * @returns the id of the new agent
   * @throws Error with the reason why the server refused it
   */
  async create(body: Readonly<Record<string, unknown>>): Promise<string> {
    const { agent_id: id } = await this.#ask<{ agent_id: string }>('POST', '/agents', body);
    return id;
  }

  /** @throws Error */
  async greetingOf(id: string): Promise<string> {
    const path = `/agents/${encodeURIComponent(id)}`;
    const { agent } = await this.#ask<{ agent: { greeting?: string } }>('GET', path);
    return agent.greeting ?? '';
  }

  /** @throws Error when nothing of it is stored */
  async keptCall(conversationId: string): Promise<KeptCall> {
    const path = `/conversations/${encodeURIComponent(conversationId)}`;
    const conversation = await this.#ask<KeptCall['conversation'] & { agent_id: string }>('GET', path);
    const timeline = await this.#ask<KeptCall['timeline']>('GET', `${path}/timeline`);
    const { agent } = await this.#ask<Pick<KeptCall, 'agent'>>('GET', `/agents/${conversation.agent_id}`);
    return { conversation, timeline, agent };
  }

  /** Removes an agent, with its transcripts. Failures do not matter, because the results are already known. */
  async remove(id: string): Promise<void> {
    await this.#ask('DELETE', `/agents/${encodeURIComponent(id)}`).catch(() => undefined);
  }

  #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return request<T>(this.#place, method, path, body);
  }
}

/**
 * The agent of a scenario, in the format of the API.
 * @param modelUrl of the scripted model, if it has one
 * @param tools the tools that the scenario serves
 */
export function agentBody(
  { name, agent, caller }: Scenario,
  modelUrl: string | null,
  tools: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const { replies: _, tools: __, model, ...fields } = agent;
  const llm = modelUrl === null ? llmOf(model) : { base_url: modelUrl, model: SCRIPTED_MODEL };
  return {
    name: `Scenario: ${name}`.slice(0, 200),
    ...fields,
    // The telephone does not tell what was said, so that it is read afterwards.
    ...(caller.door === 'telephone' && { keep_transcripts: true }),
    ...(tools.length > 0 && { tools }),
    ...(llm && { llm }),
  };
}

/** @throws Error when the key is not in the environment */
function llmOf(model: Scenario['agent']['model']): Readonly<Record<string, string>> | null {
  if (!model) return null;
  const { api_key_from: variable, ...llm } = model;
  return variable === undefined ? llm : { ...llm, api_key: keyFrom(variable) };
}
