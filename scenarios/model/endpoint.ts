import { needsModel, type Scenario } from '../file/scenario.ts';
import type { ModelFields } from '../file/schema.ts';

/** An endpoint with OpenAI's chat completions API. */
export interface ModelEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/**
 * @param model of a file
 * @param own that of the settings; null for none
 * @returns null when there is no endpoint
 * @throws Error when the key is not in the environment
 */
export function agentEndpoint(
  model: ModelFields | undefined,
  own: ModelEndpoint | null,
): ModelEndpoint | null {
  if (!model) return own;
  const { base_url: baseUrl, model: name, api_key_from: variable } = model;
  // The key of the settings is only ever sent to their endpoint.
  if (baseUrl === undefined) return own && { ...own, model: name };
  return { baseUrl, model: name, apiKey: variable === undefined ? null : keyFrom(variable) };
}

/**
 * The model of a scenario's caller.
 * @param own that of the settings; null for none
 * @returns null if the scenario needs none
 * @throws Error when it needs one and there is none
 */
export function callerEndpoint(scenario: Scenario, own: ModelEndpoint | null): ModelEndpoint | null {
  if (!needsModel(scenario)) return null;
  const endpoint = agentEndpoint(scenario.caller.model, own);
  if (endpoint !== null) return endpoint;
  throw new Error('"goal" and "meaning" need a language model: set LLM_BASE_URL and LLM_MODEL');
}

/** @throws Error */
export function keyFrom(variable: string): string {
  const key = process.env[variable];
  if (!key) throw new Error(`the environment has no ${variable}, from which the model's API key is taken`);
  return key;
}
